/* What a folder's disk holds, kept beside it: loaded before libc, it copies a file each time that the file is synced.

   TORTURE_FOLDER is the folder that is watched, TORTURE_DISK where its disk is kept: "file-INODE" is the content of a
   file at its last sync, "names-INODE" the names in a folder ("INODE name", one a line) at the folder's. The copy is
   taken before the sync and takes its place after it, so that nothing stands there that was not synced. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int (*syncing)(int);

static int is_watched(int fd, char *path) {
    char link[64];
    const char *folder = getenv("TORTURE_FOLDER");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0 || folder == NULL || getenv("TORTURE_DISK") == NULL) return 0;
    path[length] = 0;
    size_t whole = strlen(folder);
    return strncmp(path, folder, whole) == 0 && (path[whole] == '/' || path[whole] == 0);
}

/* The file is read through its own descriptor: to open and close it again would let go of SQLite's locks. */
static int copy_content(int fd, int out) {
    char part[1 << 16], link[64];
    off_t at = 0;
    int from = fd;
    if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        from = open(link, O_RDONLY | O_CLOEXEC);
    }
    for (;;) {
        ssize_t got = pread(from, part, sizeof part, at);
        if (got <= 0) {
            if (from != fd) close(from);
            return got == 0;
        }
        if (write(out, part, (size_t)got) != got) return 0;
        at += got;
    }
}

static int copy_names(const char *path, int out) {
    DIR *folder = opendir(path);
    if (folder == NULL) return 0;
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            dprintf(out, "%llu %s\n", (unsigned long long)entry->d_ino, entry->d_name);
    }
    closedir(folder);
    return 1;
}

static int synced(int fd, const char *name) {
    char path[PATH_MAX], lock_path[PATH_MAX], fresh[PATH_MAX], durable[PATH_MAX];
    struct stat about;
    syncing really = (syncing)dlsym(RTLD_NEXT, name);
    if (!is_watched(fd, path) || fstat(fd, &about) != 0 || about.st_nlink == 0) return really(fd);
    const char *disk = getenv("TORTURE_DISK");
    snprintf(lock_path, sizeof lock_path, "%s/lock", disk);
    snprintf(fresh, sizeof fresh, "%s/new-%d", disk, (int)getpid());
    snprintf(durable, sizeof durable, "%s/%s-%llu", disk, S_ISDIR(about.st_mode) ? "names" : "file",
             (unsigned long long)about.st_ino);
    int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    flock(lock, LOCK_EX);
    int out = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int whole = S_ISDIR(about.st_mode) ? copy_names(path, out) : copy_content(fd, out);
    close(out);
    int result = really(fd);
    if (result == 0 && whole) rename(fresh, durable);
    close(lock);
    return result;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }
