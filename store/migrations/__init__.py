"""The schema, forward only: one small file a step, each run once in its own transaction, in this order."""

from sqlite_utils import Migrations

from store.migrations.m001_terminologies import m001_terminologies
from store.migrations.m002_edits_and_labels import m002_edits_and_labels
from store.migrations.m003_runs_and_models import m003_runs_and_models
from store.migrations.m004_normalisation import m004_normalisation
from store.migrations.m005_history import m005_history
from store.migrations.m006_label_sets import m006_label_sets
from store.migrations.m007_maps import m007_maps
from store.migrations.m008_placings import m008_placings
from store.migrations.m009_model_of_edits import m009_model_of_edits

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
)

migrations = Migrations("nomenclator")
for step in STEPS:
    migrations()(step)
