#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that `patcher lint` and the JSON Schemas agree on every file of the corpus.

usage: schema_agreement.py PATCHER SCHEMA_FOLDER

valid/          both accept
invalid/        both refuse
beyond-schema/  the schema accepts, and only lint refuses

The schema that a file is for is in its name: NAME.manifest.yaml or NAME.patch.yaml.
"""

import json
import pathlib
import subprocess
import sys

import jsonschema
import yaml

CORPUS = pathlib.Path(__file__).resolve().parent
# folder: what lint and the schema must say, True for accepting
EXPECTED = {"valid": (True, True), "invalid": (False, False), "beyond-schema": (False, True)}
ACCEPTED, REFUSED, UNSAFE = 0, 2, 5


def validators(folder):
    """The validator of each kind of file."""
    found = {}
    for kind in ("manifest", "patch"):
        schema = json.loads((folder / f"{kind}.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        found[kind] = jsonschema.Draft7Validator(schema)
    return found


def has_odd_key(value):
    """Says whether a map in `value` has a key that JSON could not spell."""
    if isinstance(value, list):
        return any(has_odd_key(item) for item in value)
    if isinstance(value, dict):
        return any(not isinstance(key, str) or has_odd_key(value[key]) for key in value)
    return False


def schema_accepts(validator, file):
    """The verdict of an editor that reads the file by YAML 1.1 and then applies the schema."""
    try:
        value = yaml.safe_load(file.read_bytes())
    except yaml.YAMLError:
        return False
    return not has_odd_key(value) and validator.is_valid(value)


def lint_accepts(program, file):
    """The verdict of `patcher lint`, whose report must agree with its exit code."""
    command = [program, "lint", "--format", "json", str(file)]
    run = subprocess.run(command, capture_output=True, check=False, timeout=60)
    if run.returncode not in (ACCEPTED, REFUSED, UNSAFE):
        raise ValueError(f"exit code {run.returncode}: {run.stderr.decode()}")
    report = json.loads(run.stdout)
    if report["exit"] != run.returncode:
        raise ValueError(f"exit code {run.returncode}, but the report says {report['exit']}")
    errors = [d for d in report["diagnostics"] if d["severity"] == "error"]
    if bool(errors) != (run.returncode != ACCEPTED):
        raise ValueError(f"exit code {run.returncode} with {len(errors)} errors")
    return run.returncode == ACCEPTED


def disagreement(program, validator, file):
    """What is wrong about one file, or nothing."""
    lint, schema = EXPECTED[file.parent.name]
    try:
        found = lint_accepts(program, file)
    except (ValueError, KeyError) as error:
        return f"lint: {error}"
    if found != lint:
        return f"lint {'accepts' if found else 'refuses'} it"
    if schema_accepts(validator, file) != schema:
        return f"the schema {'refuses' if schema else 'accepts'} it"
    return None


def main(program, schema_folder):
    by_kind = validators(pathlib.Path(schema_folder))
    files = [file for folder in EXPECTED for file in sorted((CORPUS / folder).glob("*.yaml"))]
    failures = 0
    for file in files:
        kind = file.name.split(".")[-2]
        wrong = disagreement(program, by_kind[kind], file)
        if wrong:
            failures += 1
            print(f"{file.relative_to(CORPUS)}: {wrong}")
    print(f"{len(files)} files, {failures} disagreements")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
