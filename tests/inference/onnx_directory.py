"""Writes the directory of a tiny ONNX model, with the tokenizer of a BERT-like one."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
from onnx import GraphProto, helper

WORDS = ("[UNK]", "[CLS]", "[SEP]", "log", "in", "user", "files")


def save_directory(directory: Path, graph: GraphProto) -> Path:
    """Write ``graph`` and a tokenizer of ``WORDS`` to ``directory``, and return that."""
    directory.mkdir(exist_ok=True)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    onnx.save(model, str(directory / "model.onnx"))
    tokenizer = {
        "normalizer": {"type": "BertNormalizer", "lowercase": True},
        "model": {
            "type": "WordPiece",
            "vocab": {word: number for number, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
    }
    (directory / "tokenizer.json").write_text(json.dumps(tokenizer))
    return directory
