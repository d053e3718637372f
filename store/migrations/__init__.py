"""The schema, forward only: one small file a step, each run once in its own transaction, in this order."""

from store.migrations.m001_terminologies import m001_terminologies
from store.migrations.m002_edits_and_labels import m002_edits_and_labels
from store.migrations.m003_runs_and_models import m003_runs_and_models
from store.migrations.m004_normalisation import m004_normalisation
from store.migrations.m005_history import m005_history
from store.migrations.m006_label_sets import m006_label_sets
from store.migrations.m007_maps import m007_maps
from store.migrations.m008_placings import m008_placings
from store.migrations.m009_model_of_edits import m009_model_of_edits
from store.migrations.m010_labels_by_set import m010_labels_by_set
from store.migrations.m013_abbreviations import m013_abbreviations
from store.migrations.m014_owner_of_runs import m014_owner_of_runs
from store.migrations.m015_finite_numbers import m015_finite_numbers
from store.migrations.m016_terminology_states import m016_terminology_states
from store.migrations.m017_audits import m017_audits
from store.migrations.m018_mappings import m018_mappings
from store.migrations.m019_mention_attributes import m019_mention_attributes
from store.migrations.m020_ranking_orders import m020_ranking_orders
from store.migrations.m021_mention_spans import m021_mention_spans
from store.migrations.m022_terminology_addresses import m022_terminology_addresses
from store.sqlite import Database, Migrations

STEPS = (
    m001_terminologies,
    m002_edits_and_labels,
    m003_runs_and_models,
    m004_normalisation,
    m005_history,
    m006_label_sets,
    m007_maps,
    m008_placings,
    m009_model_of_edits,
    m010_labels_by_set,
    m013_abbreviations,  # there are no 011 and 012
    m014_owner_of_runs,
    m015_finite_numbers,
    m016_terminology_states,
    m017_audits,
    m018_mappings,
    m019_mention_attributes,
    m020_ranking_orders,
    m021_mention_spans,
    m022_terminology_addresses,
)

migrations = Migrations("nomenclator")
for step in STEPS:
    migrations()(step)
NEWEST = int(STEPS[-1].__name__[1:4])  # the number of this program's schema


def version_of(db: Database) -> int:
    """The number of a database's schema: that of its last step, those of newer programs too; 0 before any."""
    names = [migration.name for migration in migrations.applied(db)]
    return max((int(name[1:4]) for name in names if name[1:4].isdigit()), default=0)
