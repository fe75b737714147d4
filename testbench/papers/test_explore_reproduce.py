# SPDX-License-Identifier: Apache-2.0
"""The papers' pages made anew: what changed in numbers is found, what changed in provenance is not."""

from __future__ import annotations

import json
import re

import pandas
import pytest
from explore import CLUSTER, SHORT_CLUSTER, explore, refused, runner
from support import ROOT

from isochron.papers.catalogue import PAPERS, named
from isochron.papers.paper import Paper
from isochron.papers.reproduce import differences, files_of, write
from isochron.scenario import Scenario
from isochron.version import VERSION


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    result = runner(tmp_path_factory.mktemp("runs")).run(Scenario.load(CLUSTER).with_(SHORT_CLUSTER))
    return result, files_of(Paper("seachange", scenarios=("cluster",)), {"cluster": result})[0]


def test_page_figure_and_data_of_each(made, tmp_path):
    result, files = made
    write(files, tmp_path)
    assert (tmp_path / "seachange.md").read_text().startswith("# The SeaChange video cluster")
    assert (tmp_path / "table5.png").stat().st_size > 5000
    data = pandas.read_csv(tmp_path / "data/seachange/cluster.csv")
    assert data["raid.bandwidth"][0] == result.metric("raid.bandwidth").mean
    published = pandas.read_csv(tmp_path / "data/seachange/published.csv")
    assert set(published["id"]) == {row.id for row in result.published}
    assert differences(files, tmp_path) == []


def test_a_changed_number_is_found_and_a_new_commit_is_not(made, tmp_path):
    result, files = made
    write(files, tmp_path)
    document = json.loads(json.dumps(result.document))
    document["provenance"]["git"] = "0123456789ab"
    document["performance"]["wall_s"] = 1e6
    again = files_of(Paper("seachange", scenarios=("cluster",)), {"cluster": type(result)(document)})[0]
    assert differences(again, tmp_path) == []
    document["metrics"]["raid.bandwidth"]["mean"] *= 1.001
    changed = differences(files_of(Paper("seachange", scenarios=("cluster",)), {"cluster": type(result)(document)})[0], tmp_path)
    assert any("cluster.csv" in line for line in changed)
    (tmp_path / "seachange.md").unlink()
    assert any("seachange.md: is missing" in line for line in differences(again, tmp_path))


def test_a_page_names_all_commits_and_another_version_is_found(made, tmp_path):
    """Results of several programs are one page that says so; a page of another version is out of date."""
    result, files = made
    document = json.loads(json.dumps(result.document))
    document["provenance"]["git"] = "0123456789ab"
    two = files_of(Paper("seachange", scenarios=("cluster",)), {"cluster": result, "contention": type(result)(document)})[0]
    assert f"From Isochron {VERSION} ({result.provenance['git']}) and {VERSION} (0123456789ab). `" in two["seachange.md"].decode()
    write(files, tmp_path)
    page = tmp_path / "seachange.md"
    page.write_text(page.read_text().replace(f"From Isochron {VERSION} (", "From Isochron 0.0.9 ("))
    found = differences(files, tmp_path)
    assert len(found) == 1
    assert f"was made by another version than {VERSION}: From Isochron 0.0.9 (" in found[0]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_the_pages_are_of_this_version(paper):
    """A release makes them anew: `scripts/explore reproduce`."""
    page = (ROOT / "docs/results" / f"{paper.name}.md").read_text(encoding="utf-8")
    assert re.search(rf"^From Isochron {re.escape(VERSION)} \([0-9a-f]{{12}}\)\. `", page, re.MULTILINE)


def test_every_paper_has_its_scenarios_and_its_page():
    for paper in PAPERS:
        assert paper.files(), paper.name
        assert (ROOT / "docs/results" / f"{paper.name}.md").exists()
        for path in paper.files():
            assert (ROOT / "docs/results/data" / paper.name / f"{path.stem}.csv").exists(), path.stem
    assert [paper.name for paper in named("gennart, seachange")] == ["gennart", "seachange"]


def test_an_unknown_paper(tmp_path):
    refused(explore("reproduce", "--only", "seachange,gannart", folder=tmp_path), "gannart", "seachange, gennart")
    refused(explore("reproduce", "--results", "nosuch", folder=tmp_path), "nosuch")
