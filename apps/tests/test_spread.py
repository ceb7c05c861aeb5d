"""The labels of charts stand by one rule: pages have it in JavaScript, the pictures of the command in Python."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from libpress.tools.labels import spread

RULE = Path(__file__).resolve().parents[1] / "page/src/libpress_page/chart/index.js"
ASK = """
const { spread } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map((one) => spread(...one))));
"""


@pytest.mark.skipif(not shutil.which("node"), reason="node is not there")
def test_pages_and_pictures_spread_their_labels_alike():
    chance = random.Random(7)
    cases = [
        [[chance.choice([0, 20, chance.uniform(-50, 250)]) for _ in range(chance.randrange(8))], chance.choice([5, 17, 60]), 0, 200]
        for _ in range(300)
    ]
    asked = subprocess.run(
        ["node", "--input-type=module", "-e", ASK, RULE.as_uri()], input=json.dumps(cases), capture_output=True, text=True, timeout=60, check=True
    )
    for case, found in zip(cases, json.loads(asked.stdout), strict=True):
        assert found == pytest.approx(spread(*case)), case
