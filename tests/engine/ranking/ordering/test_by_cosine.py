"""The encoder's cosine as it is told, and the order that it gives."""

from __future__ import annotations

from engine.models.open import open_encoder
from engine.ranking import ENCODER, EVIDENCE, NAME
from engine.workbench import Workbench


def test_no_cosine_is_above_one_and_the_order_is_that_of_the_rows(workbench: Workbench) -> None:
    """Rows are rounded, so that a name beside itself had 1.00009."""
    encoder, (organs,) = open_encoder(workbench.workspace, "vectors"), workbench.terminologies.all()
    names = ["Angina pectoris", "Asthma", "Dyspnoea", "Heart failure", "Pneumonia", "cardiac failure", "heart attack"]
    with workbench.workspace.reading() as db:
        index = workbench.rankings.ranker.indexes.get(organs, encoder, db)
    raw = [index.search(row[None], 5)[0][0] for row in encoder.encode([name.lower() for name in names])]
    assert max(line[0] for line in raw) > 1
    for name in names:
        for order in (EVIDENCE, ENCODER):
            found = workbench.rankings.rank(name, "organs", "vectors", 5, NAME, order=order).candidates
            assert max(one.cosine for one in found if one.cosine is not None) <= 1 >= max(one.score for one in found)
    alike = workbench.rankings.rank("heart attacks", "organs", "vectors", 5, NAME, order=ENCODER).candidates
    assert [one.score for one in alike] == sorted((one.score for one in alike), reverse=True)
