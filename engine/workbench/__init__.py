"""The use cases: all that a page or the command line may ask."""

from __future__ import annotations

from pathlib import Path

from engine import labelling
from engine.comparison import words as comparison_words
from engine.comparison.compared_names import ComparedNames, ComparedRanks
from engine.comparison.records import Comparison
from engine.device import give_back_memory
from engine.errors.log import in_one_sentence
from engine.events import Ongoing
from engine.experiments.figures import ExperimentFigure
from engine.experiments.reading import FinishedExperiment, ReportSection, ReportTable
from engine.formats.mentions.mentions import Preview
from engine.formats.opening.tables import file_text_noted, pasted_rows
from engine.formats.rf2.rf2_modules import ReleaseModule
from engine.jobs.eta import finished_share, time_left
from engine.labelling.drawing import Drawing
from engine.learning.requirements import Requirements
from engine.learning.selection_report import SelectionReport
from engine.maps import MapRequest
from engine.normalisation.request import NormalisationRequest
from engine.placement.name_list import NameList
from engine.placement.placer import Placer
from engine.placement.records import MISSING_SYNONYM, Fault, Placing
from engine.ranking import BILLABLE, CONCEPT, NAME
from engine.ranking.explaining.records import Contrast, Explanation, Reason, ReasonGroup
from engine.ranking.mapping.contradictions import Contradiction
from engine.ranking.ordering.each_finding import ONE_OF_SEVERAL
from engine.ranking.ordering.sureness import LIKELY_FROM, sureness
from engine.ranking.ranker import Ranker
from engine.terminology.concept_card import ConceptCard, ConceptRef
from engine.terminology.person import account_name
from engine.terminology.source_file import SourceFile
from engine.text.counts import count, duration, joined_with_and, percent
from engine.text.difference_words import difference_word, difference_words
from engine.workbench.encoders.encoder_resolver import EncoderResolver
from engine.workbench.encoders.models import Models
from engine.workbench.encoders.training import ModelTraining
from engine.workbench.encoders.vector_making import VectorMaking
from engine.workbench.encoders.vectors import VectorFiles
from engine.workbench.jobs import Jobs
from engine.workbench.labels.label_queue import LabelQueues
from engine.workbench.labels.label_review import LabelReview
from engine.workbench.labels.label_sets import LabelSet, LabelSets
from engine.workbench.labels.labels import Labels
from engine.workbench.map.map_points import MapPoints
from engine.workbench.map.map_records import MapName, MapPair, OpenMap
from engine.workbench.map.maps import Maps
from engine.workbench.mapping.mapping_changes import MappingChanges
from engine.workbench.mapping.mapping_decisions import BulkRule, MappingDecisions
from engine.workbench.mapping.mapping_files import MappingFiles
from engine.workbench.mapping.mapping_lines import MappingAgreement, MappingCase, MappingLines
from engine.workbench.mapping.mapping_merge import MappingMerge
from engine.workbench.mapping.mapping_projects import MappingProjects
from engine.workbench.mapping.mapping_trial import MappingTrial
from engine.workbench.mapping.mappings import TerminologyMappings
from engine.workbench.mapping.translation import ConceptTranslations, Translation
from engine.workbench.measuring.comparison import EncoderComparison
from engine.workbench.measuring.evaluation import Evaluations
from engine.workbench.measuring.experiments import ExperimentKind, Experiments
from engine.workbench.normalisations.accepted_names import AcceptedName, AcceptedNames
from engine.workbench.normalisations.answer_changes import AnswerChanges
from engine.workbench.normalisations.answer_files import AnswerFiles, ExportPreview
from engine.workbench.normalisations.answers import Answers, line_sureness
from engine.workbench.normalisations.decisions import Decisions
from engine.workbench.normalisations.mention_attributes import MentionAttributes
from engine.workbench.normalisations.mention_spans import MentionSpans
from engine.workbench.normalisations.mentions import MentionFiles
from engine.workbench.normalisations.normalisation import Normalisations
from engine.workbench.normalisations.passages import Passage
from engine.workbench.normalisations.search_choices import SearchChoice
from engine.workbench.past.backups import Backups, BackupState, PreparedCopy
from engine.workbench.past.history import History, MomentDifference
from engine.workbench.past.leftovers import Leftover, Leftovers
from engine.workbench.past.rolling_back import RollBack
from engine.workbench.placing.placement import Placement
from engine.workbench.placing.proposal_lines import ProposalLine
from engine.workbench.placing.proposals import Proposals
from engine.workbench.profile import PersonProfile
from engine.workbench.rankings.explanations import Explanations
from engine.workbench.rankings.learnt_orders import LearntOrders
from engine.workbench.rankings.ranking_order import NamesToLearnFrom, RankingOrder
from engine.workbench.rankings.rankings import UNREAD, EncoderChoice, Rankings, Readiness
from engine.workbench.terminologies.abbreviations import Abbreviations
from engine.workbench.terminologies.audit_findings import AuditFindings, FindingCase
from engine.workbench.terminologies.audits import TerminologyAudits
from engine.workbench.terminologies.concept_edits import ConceptEdits
from engine.workbench.terminologies.edits import Edits
from engine.workbench.terminologies.exports import Exports, Incoming, Outgoing
from engine.workbench.terminologies.hierarchy import Hierarchy
from engine.workbench.terminologies.hierarchy_edits import HierarchyEdits
from engine.workbench.terminologies.publications import Publications
from engine.workbench.terminologies.synonyms import SynonymEdits
from engine.workbench.terminologies.terminologies import ImportPreview, Terminologies
from engine.workbench.terminologies.upkeep import Deletion, TerminologyUpkeep
from engine.workbench.terminologies.versions import TerminologyVersions, UpdatePreview
from engine.workspace import Workspace, default_workspace
from store.findings import Audit, AuditFinding
from store.records.mapping import MappingProject

__all__ = [
    "BILLABLE",
    "CONCEPT",
    "LIKELY_FROM",
    "MISSING_SYNONYM",
    "NAME",
    "ONE_OF_SEVERAL",
    "UNREAD",
    "AcceptedName",
    "Audit",
    "AuditFinding",
    "BackupState",
    "Backups",
    "BulkRule",
    "ComparedNames",
    "ComparedRanks",
    "Comparison",
    "ConceptCard",
    "ConceptRef",
    "Contradiction",
    "Contrast",
    "Deletion",
    "EncoderChoice",
    "ExperimentFigure",
    "ExperimentKind",
    "Explanation",
    "ExportPreview",
    "Fault",
    "FindingCase",
    "FinishedExperiment",
    "ImportPreview",
    "Incoming",
    "LabelSet",
    "Leftover",
    "MapName",
    "MapPair",
    "MapRequest",
    "MappingAgreement",
    "MappingCase",
    "MappingMerge",
    "MappingProject",
    "MappingTrial",
    "MomentDifference",
    "NameList",
    "NamesToLearnFrom",
    "NormalisationRequest",
    "Ongoing",
    "OpenMap",
    "Outgoing",
    "Passage",
    "Placing",
    "PreparedCopy",
    "Preview",
    "ProposalLine",
    "Readiness",
    "Reason",
    "ReasonGroup",
    "ReleaseModule",
    "ReportSection",
    "ReportTable",
    "Requirements",
    "RollBack",
    "SearchChoice",
    "SelectionReport",
    "SourceFile",
    "Translation",
    "UpdatePreview",
    "Workbench",
    "account_name",
    "comparison_words",
    "count",
    "default_workspace",
    "difference_word",
    "difference_words",
    "duration",
    "file_text_noted",
    "finished_share",
    "give_back_memory",
    "in_one_sentence",
    "joined_with_and",
    "labelling",
    "line_sureness",
    "pasted_rows",
    "percent",
    "sureness",
    "time_left",
]


class Workbench:
    """Everything a terminologist can do in one workspace, a service for each subject.

    One object per workspace, safe to share by threads. Constructing it opens the database and nothing else: vectors,
    indexes and hierarchies are read by the first call that needs them. With `read_only` nothing is ever written.
    NotFound where the folder holds no workspace and `create` is False; BadInput where it holds something else.
    """

    def __init__(self, folder: Path | str | None = None, create: bool = True, read_only: bool = False) -> None:
        self.workspace = workspace = Workspace(folder, create, read_only)
        encoders, ranker = EncoderResolver(workspace), Ranker(workspace)
        placer, drawing = Placer(workspace, ranker), Drawing(workspace, ranker)

        self.jobs = Jobs(workspace)
        self.profile = PersonProfile(workspace)
        self.history = History(workspace)
        self.backups = Backups(workspace.folder)
        self.leftovers = Leftovers(workspace)

        self.terminologies = Terminologies(workspace, self.jobs)
        self.versions = TerminologyVersions(workspace, self.jobs)
        self.upkeep = TerminologyUpkeep(workspace)
        self.publications = Publications(workspace)
        self.rankings = Rankings(workspace, ranker, encoders, self.jobs)
        self.explanations = Explanations(workspace, ranker, encoders)
        self.ranking_order = RankingOrder(workspace, ranker, encoders)
        self.learnt_orders = LearntOrders(workspace, encoders, self.jobs)
        self.synonyms = SynonymEdits(workspace, ranker)
        self.concept_edits = ConceptEdits(workspace)
        self.edits = Edits(workspace)
        self.abbreviations = Abbreviations(workspace)
        self.exports = Exports(workspace)

        self.hierarchy = Hierarchy(workspace, placer.families)
        self.hierarchy_edits = HierarchyEdits(workspace, placer)
        self.placement = Placement(
            workspace, placer, self.edits, self.hierarchy_edits, self.history, encoders, self.jobs
        )
        self.proposals = Proposals(workspace, placer, encoders, self.jobs)

        self.audits = TerminologyAudits(workspace, ranker, encoders, self.jobs)
        self.audit_findings = AuditFindings(workspace)
        self.mappings = TerminologyMappings(workspace, ranker, encoders)
        self.mapping_projects = MappingProjects(workspace, encoders, self.jobs)
        self.mapping_lines = MappingLines(workspace, self.mapping_projects)
        self.mapping_decisions = MappingDecisions(workspace, self.mapping_projects)
        self.mapping_changes = MappingChanges(workspace, self.mapping_projects, self.jobs)
        self.mapping_files = MappingFiles(workspace, self.mapping_projects)
        self.translations = ConceptTranslations(workspace, ranker, encoders)

        self.map_points = MapPoints(workspace)
        self.maps = Maps(workspace, self.map_points, encoders, self.jobs)

        self.label_sets = LabelSets(workspace)
        self.labels = Labels(workspace, self.label_sets, encoders)
        self.label_queue = LabelQueues(workspace, drawing)
        self.label_review = LabelReview(workspace, self.label_sets, self.label_queue, drawing)

        self.mentions = MentionFiles(workspace)
        self.normalisation = Normalisations(workspace, encoders, self.jobs)
        self.answers = Answers(workspace, self.normalisation, ranker, encoders)
        self.mention_attributes = MentionAttributes(workspace, self.answers)
        self.mention_spans = MentionSpans(workspace, self.normalisation, self.answers, ranker, encoders)
        self.decisions = Decisions(workspace, self.normalisation, self.answers)
        self.answer_files = AnswerFiles(workspace)
        self.answer_changes = AnswerChanges(workspace, self.normalisation, self.jobs)

        self.accepted_names = AcceptedNames(workspace, ranker, self.normalisation, self.mapping_projects)
        self.vectors = VectorFiles(workspace, encoders, self.jobs)
        self.vector_making = VectorMaking(workspace, self.jobs)
        self.training = ModelTraining(workspace, encoders, self.jobs)
        self.models = Models(workspace, encoders, ranker.indexes)
        self.comparison = EncoderComparison(workspace, ranker, encoders, self.jobs)
        self.experiments = Experiments(workspace, self.jobs)
        self.evaluation = Evaluations(workspace, ranker.indexes, encoders, self.rankings)
