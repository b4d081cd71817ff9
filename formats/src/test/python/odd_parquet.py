"""Writes src/test/resources/parquet-odd: Parquet files that are read only in part, or not at all. Run it in the module's directory."""

import base64
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

out = pathlib.Path("src/test/resources/parquet-odd")
out.mkdir(parents=True, exist_ok=True)
table = pa.table({"id": [1, 2], "x": [0.5, 1.5]})
pq.write_table(table, out / "brotli.parquet", compression="brotli")


class Keys(pe.KmsClient):
    def wrap_key(self, key_bytes, master_key_identifier):
        return base64.b64encode(key_bytes)

    def unwrap_key(self, wrapped_key, master_key_identifier):
        return base64.b64decode(wrapped_key)


factory = pe.CryptoFactory(lambda _: Keys())
for name, plain in (("encrypted", False), ("encrypted-columns", True)):
    config = pe.EncryptionConfiguration(footer_key="f", column_keys={"c": ["x"]}, plaintext_footer=plain)
    properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), config)
    with pq.ParquetWriter(out / (name + ".parquet"), table.schema, encryption_properties=properties) as writer:
        writer.write_table(table)

pq.write_table(pa.table({"id": range(500), "list": pa.array([[1.5] * 8192] * 500, pa.list_(pa.float32()))}), out / "lists.parquet")
for folder, first, second in (
    ("nothing", pa.table({"id": [1, 2], "word": pa.nulls(2)}), pa.table({"id": [3], "word": ["a"]})),
    ("nothing-typed", pa.table({"id": [1, 2], "word": pa.nulls(2, pa.float64())}), pa.table({"id": [3], "word": ["a"]})),
    ("empty", pa.table({"id": pa.array([], pa.int64()), "word": pa.nulls(0)}), pa.table({"id": [3], "word": ["a"]})),
    ("unlike", pa.table({"id": [1, 2], "word": [7, 8]}), pa.table({"id": [3], "word": ["a"]})),
):
    (out / folder).mkdir(exist_ok=True)
    pq.write_table(first, out / folder / "a.parquet")
    pq.write_table(second, out / folder / "b.parquet")
