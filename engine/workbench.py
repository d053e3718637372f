"""The use cases: all that a page or the command line may ask."""

from __future__ import annotations

from engine import comparison_words, labelling
from engine.cases.edits import EditCases
from engine.cases.exports import ExportCases, Incoming, Outgoing
from engine.cases.history import Difference, HistoryCases, RollBack
from engine.cases.judging import JudgingCases
from engine.cases.label_results import LabelResultCases
from engine.cases.labels import LabelCases, LabelSet
from engine.cases.maps import MapCases, MapName, MapPair, OpenMap
from engine.cases.measures import MeasureCases
from engine.cases.mention_files import ExportPreview, MentionFileCases, SearchChoice
from engine.cases.models import ModelCases
from engine.cases.normalisation import NormalisationCases
from engine.cases.proposals import ProposalCases, ProposalLine
from engine.cases.queues import Passage, QueueCases
from engine.cases.rankings import EncoderChoice, RankingCases
from engine.cases.terminologies import ImportPreview, TerminologyCases
from engine.cases.trainings import TrainingCases
from engine.cases.vectors import VectorCases
from engine.comparison import Comparison
from engine.comparison_queries import ComparedNames, ComparedRanks
from engine.editing import ConceptCard, ConceptRef
from engine.maps import MapAsked
from engine.needs import Needs
from engine.normalising import Asked
from engine.placing.listed import Listed
from engine.placing.records import Fault, Placing
from engine.readers.mentions import Preview
from engine.selection.report import Report
from engine.workspace import default_workspace

__all__ = [
    "Asked",
    "ComparedNames",
    "ComparedRanks",
    "Comparison",
    "ConceptCard",
    "ConceptRef",
    "Difference",
    "EncoderChoice",
    "ExportPreview",
    "Fault",
    "ImportPreview",
    "Incoming",
    "LabelSet",
    "Listed",
    "MapAsked",
    "MapName",
    "MapPair",
    "Needs",
    "OpenMap",
    "Outgoing",
    "Passage",
    "Placing",
    "Preview",
    "ProposalLine",
    "Report",
    "RollBack",
    "SearchChoice",
    "Workbench",
    "comparison_words",
    "default_workspace",
    "labelling",
]


class Workbench(
    ProposalCases,
    TerminologyCases,
    RankingCases,
    EditCases,
    HistoryCases,
    LabelCases,
    LabelResultCases,
    TrainingCases,
    VectorCases,
    ModelCases,
    MeasureCases,
    NormalisationCases,
    ExportCases,
    JudgingCases,
    MapCases,
    QueueCases,
    MentionFileCases,
):
    """Everything a terminologist can do in one workspace; one object per workspace, safe to share by threads."""
