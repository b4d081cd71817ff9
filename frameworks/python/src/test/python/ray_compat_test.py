"""What the package `ray` does without a run: its errors, datasets, checkpoints, and how ranks meet."""

import importlib.util
import os
import socket
import sys
import tempfile
import threading
import unittest

import numpy as np
import ray
import ray.data
from ray import _exchange, _ship, train
from ray.data._split import DealtDatasets, ShardIterator
from ray.train import _session, _trainer
from ray.train._result import Result


class NamesOfRuns(unittest.TestCase):
    def test_a_name_that_manta_takes_stays(self):
        self.assertEqual(_trainer._run_name("cats-2.1_a"), "cats-2.1_a")

    def test_names_that_differ_become_no_single_name(self):
        names = ["lr=1e-3", "lr=1e+3", "lr-1e-3", "a/b", "a b", "_a", "-a", "a", "é", "ü", "n=" + "x" * 200, "n+" + "x" * 200]
        made = [_trainer._run_name(name) for name in names]
        self.assertEqual(len(set(made)), len(names))
        for name in made:
            self.assertRegex(name, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")


class WhatIsNotCovered(unittest.TestCase):
    def test_a_call_names_itself_and_the_nearest_way(self):
        with self.assertRaisesRegex(NotImplementedError, r"ray\.remote.*concurrent\.futures"):
            ray.remote(lambda: 1)

    def test_a_name_in_an_import_is_named(self):
        with self.assertRaisesRegex(NotImplementedError, r"ray\.train\.ValidationConfig"):
            from ray.train import ValidationConfig  # noqa: F401

    def test_a_module_is_named_and_is_an_import_error_too(self):
        with self.assertRaisesRegex(NotImplementedError, r"ray\.rllib"):
            import ray.rllib  # noqa: F401
        with self.assertRaises(ImportError):
            import ray.serve  # noqa: F401

    def test_a_private_name_is_a_plain_attribute_error(self):
        self.assertFalse(hasattr(ray.train, "_internal_thing"))

    def test_an_unknown_argument_is_refused_and_a_harmless_one_is_not(self):
        with self.assertRaisesRegex(NotImplementedError, r"num_gpus=1"):
            ray.data.range(3).map(dict, num_gpus=1)
        ray.data.range(3).map(dict, num_cpus=1)

    def test_a_method_of_a_dataset_is_named(self):
        with self.assertRaisesRegex(NotImplementedError, r"Dataset\.groupby"):
            ray.data.range(3).groupby("id")

    def test_init_twice_needs_a_word(self):
        ray.init()
        try:
            self.assertTrue(ray.is_initialized())
            with self.assertRaises(RuntimeError):
                ray.init()
            ray.init(ignore_reinit_error=True, runtime_env={"env_vars": {"A": "1"}})
            self.assertEqual(ray.rank_environment, {"A": "1"})
        finally:
            ray.shutdown()
        self.assertFalse(ray.is_initialized())

    def test_a_working_directory_is_one_of_this_machine(self):
        with self.assertRaisesRegex(ValueError, "there is no directory /nowhere/at/all"):
            ray.init(runtime_env={"working_dir": "/nowhere/at/all"})
        with self.assertRaisesRegex(NotImplementedError, "ranks are on this machine"):
            ray.init(runtime_env={"working_dir": "s3://bucket/code.zip"})

    def test_an_address_of_a_ray_cluster_is_refused(self):
        with self.assertRaisesRegex(NotImplementedError, "leave address out to train on this machine"):
            ray.init(address="ray://head:10001")

    def test_a_trainer_outside_of_the_command_says_how_to_start_it(self):
        from ray.train.data_parallel_trainer import DataParallelTrainer

        with self.assertRaisesRegex(RuntimeError, "manta run --ray-compat"):
            DataParallelTrainer(lambda: None).fit()

    def test_report_outside_of_a_rank_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "inside a training function"):
            train.report({"loss": 1.0})


class Configs(unittest.TestCase):
    def test_workers_are_a_number_or_a_range(self):
        self.assertEqual(train.ScalingConfig(num_workers=(2, 4)).max_workers, 4)
        for wrong in (-1, (4, 2), "2", (1, 2, 3)):
            with self.assertRaises(ValueError):
                train.ScalingConfig(num_workers=wrong)

    def test_gpus_need_use_gpu(self):
        with self.assertRaisesRegex(ValueError, "use_gpu"):
            train.ScalingConfig(resources_per_worker={"GPU": 1})
        self.assertEqual(train.ScalingConfig(use_gpu=True)._per_worker(), {"GPU": 1})

    def test_what_ray_removed_is_removed_here(self):
        with self.assertRaises(DeprecationWarning):
            train.CheckpointConfig(checkpoint_frequency=1)
        with self.assertRaises(DeprecationWarning):
            train.FailureConfig(fail_fast=True)

    def test_callbacks_are_those_of_rays_interface(self):
        with self.assertRaisesRegex(ValueError, r"ray\.train\.UserCallback"):
            train.RunConfig(callbacks=[object()])

        class Hears(train.UserCallback):
            def after_exception(self, run_context, worker_exceptions):
                pass

        with self.assertRaisesRegex(NotImplementedError, "after_exception"):
            train.RunConfig(callbacks=[Hears()])

    def test_a_split_of_ones_own_is_refused(self):
        class Splits(train.DataConfig):
            def configure(self, *arguments):
                return []

        with self.assertRaisesRegex(NotImplementedError, r"Splits\.configure"):
            Splits()

    def test_an_unknown_argument_is_refused(self):
        with self.assertRaises(TypeError):
            train.RunConfig(nonsense=1)

    def test_a_function_takes_its_config_or_nothing(self):
        from ray.train.data_parallel_trainer import DataParallelTrainer

        with self.assertRaisesRegex(ValueError, "needs 2 arguments"):
            DataParallelTrainer(lambda config, more: None)


class Datasets(unittest.TestCase):
    def test_order_can_be_asked_for_and_other_options_are_named(self):
        context = ray.data.DataContext.get_current()
        context.execution_options.preserve_order = True
        with self.assertRaisesRegex(NotImplementedError, r"ExecutionOptions\.label_selector"):
            context.execution_options.label_selector = {"a": "b"}
        with self.assertRaisesRegex(NotImplementedError, r"DataContext\.target_max_block_size"):
            context.target_max_block_size = 1

    def test_a_function_that_changes_its_batch_does_not_change_what_is_kept(self):
        def change(batch):
            batch["id"] += 1
            batch["more"] = batch["id"]
            return batch

        for form in ("numpy", "pandas"):
            kept = ray.data.range(3).materialize()
            changed = kept.map_batches(change, batch_format=form)
            self.assertEqual([changed.sum("id"), changed.sum("id")], [6, 6])
            self.assertEqual(kept.columns(), ["id"])

    def test_preprocessors_scale_and_join_columns(self):
        from ray.data.preprocessors import Concatenator, StandardScaler

        rows = ray.data.from_items([{"a": float(number), "b": 1.0, "c": number} for number in range(4)])
        scaler = StandardScaler(columns=["a", "b"])
        with self.assertRaisesRegex(RuntimeError, "not fitted"):
            scaler.transform(rows)
        joined = Concatenator(columns=["a", "b"], dtype=np.float32).transform(scaler.fit_transform(rows)).take_batch(4)
        np.testing.assert_allclose(joined["concat_out"][:, 0], (np.arange(4) - 1.5) / np.arange(4).std(), rtol=1e-6)
        np.testing.assert_array_equal(joined["concat_out"][:, 1], np.zeros(4))
        self.assertEqual(StandardScaler.deserialize(scaler.serialize()).stats_, scaler.stats_)
        with self.assertRaisesRegex(KeyError, "'z'"):
            Concatenator(columns=["z"]).transform(rows).take(1)

    def test_rows_pass_through_functions_in_their_order(self):
        rows = ray.data.range(10).map(lambda row: {"x": row["id"] * 2}).filter(lambda row: row["x"] % 4 == 0)
        self.assertEqual([row["x"] for row in rows.take_all()], [0, 4, 8, 12, 16])

    def test_batches_cross_blocks_and_the_last_may_be_short(self):
        sizes = [len(batch["id"]) for batch in ray.data.range(5000).iter_batches(batch_size=3000)]
        self.assertEqual(sizes, [3000, 2000])
        self.assertEqual(len(list(ray.data.range(5000).iter_batches(batch_size=3000, drop_last=True))), 1)

    def test_a_class_is_made_once_for_each_pass(self):
        made = []

        class Adds:
            def __init__(self, amount):
                made.append(amount)
                self.amount = amount

            def __call__(self, batch):
                return {"id": batch["id"] + self.amount}

        rows = ray.data.range(9000).map_batches(Adds, fn_constructor_args=(5,), concurrency=2)
        self.assertEqual(rows.take(1), [{"id": 5}])
        self.assertEqual(made, [5])

    def test_every_format_gives_the_same_rows(self):
        for form in ("numpy", "pandas", "pyarrow"):
            with self.subTest(form):
                rows = ray.data.from_items([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])
                self.assertEqual(rows.map_batches(lambda batch: batch, batch_format=form).take_all(), rows.take_all())

    def test_a_seed_gives_the_same_order_and_all_rows(self):
        shuffled = ray.data.range(50).random_shuffle(seed=3)
        first, second = ([row["id"] for row in shuffled.take_all()] for _ in range(2))
        self.assertEqual(first, second)
        self.assertEqual(sorted(first), list(range(50)))
        self.assertNotEqual(first, sorted(first))

    def test_a_local_shuffle_gives_each_row_once(self):
        batches = ray.data.range(100).iter_batches(batch_size=10, local_shuffle_buffer_size=30, local_shuffle_seed=1)
        self.assertEqual(sorted(np.concatenate([batch["id"] for batch in batches]).tolist()), list(range(100)))

    def test_the_test_rows_are_the_last(self):
        training, test = ray.data.range(10).train_test_split(0.25)
        self.assertEqual((training.count(), test.take_all()), (7, [{"id": 7}, {"id": 8}, {"id": 9}]))

    def test_files_are_read_in_the_order_of_their_names(self):
        with tempfile.TemporaryDirectory() as directory:
            for name, value in (("b", 2), ("a", 1)):
                with open(os.path.join(directory, f"{name}.csv"), "w", encoding="utf-8") as file:
                    file.write(f"x,y\n{value},word\n")
            self.assertEqual(ray.data.read_csv(directory).take_all(), [{"x": 1, "y": "word"}, {"x": 2, "y": "word"}])

    def test_a_missing_file_is_named_at_once(self):
        with self.assertRaisesRegex(FileNotFoundError, "/nowhere"):
            ray.data.read_parquet("/nowhere")

    def test_columns_of_different_lengths_are_refused(self):
        with self.assertRaisesRegex(ValueError, "different lengths"):
            ray.data.range(4).map_batches(lambda batch: {"a": batch["id"], "b": batch["id"][:1]}).take_all()

    def test_an_error_of_a_function_comes_out_of_the_iteration(self):
        with self.assertRaises(ZeroDivisionError):
            list(ray.data.range(4).map(lambda row: {"x": 1 // row["id"]}).iter_batches())


class DealtRows(unittest.TestCase):
    def shards(self, dataset, size, split=True):
        dealt = DealtDatasets({"train": dataset}, lambda name: split)
        calls = dealt.calls()
        return [ShardIterator(lambda call, *words: calls[call](*words), "train", 1, (rank, size)) for rank in range(size)]

    def read(self, shards):
        """Each rank in a thread of its own, as ranks are processes."""
        rows = [None] * len(shards)

        def run(rank):
            rows[rank] = [row["id"] for row in shards[rank].iter_rows()]

        threads = [threading.Thread(target=run, args=(rank,)) for rank in range(len(shards))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        return rows

    def test_ranks_get_equally_many_different_rows(self):
        first, second = self.read(self.shards(ray.data.range(10001), 2))
        self.assertEqual((len(first), len(second)), (5000, 5000))
        self.assertFalse(set(first) & set(second))

    def test_each_pass_reads_anew(self):
        shards = self.shards(ray.data.range(8), 2)
        self.assertEqual(self.read(shards), self.read(shards))

    def test_a_dataset_that_is_not_split_is_whole_on_every_rank(self):
        self.assertEqual(self.read(self.shards(ray.data.range(5), 2, split=False)), [list(range(5))] * 2)

    def test_a_rank_that_leaves_early_keeps_nobody_waiting(self):
        leaves, reads = self.shards(ray.data.range(4096 * 200), 2)
        next(iter(leaves.iter_batches(batch_size=1, prefetch_batches=0)))
        self.assertEqual(sum(len(batch["id"]) for batch in reads.iter_batches(batch_size=None, prefetch_batches=0)), 4096 * 100)

    def test_an_error_of_a_function_reaches_the_rank(self):
        shard = self.shards(ray.data.range(4).map(lambda row: {"x": 1 // row["id"]}), 1)[0]
        with self.assertRaises(ZeroDivisionError):
            list(shard.iter_rows())


class Meetings(unittest.TestCase):
    def test_every_rank_gets_the_values_of_all(self):
        with tempfile.TemporaryDirectory() as directory:
            exchange = _exchange.Exchange(directory, {})
            found = {}

            def meet(rank):
                client = _exchange.ExchangeClient(exchange.address, exchange.key)
                found[rank] = client.ask("gather", 1, "report 1", rank, 3, rank * 10)

            threads = [threading.Thread(target=meet, args=(rank,)) for rank in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(30)
            exchange.close()
        self.assertEqual(found, {rank: [0, 10, 20] for rank in range(3)})

    def test_an_attempt_that_is_over_is_refused(self):
        meetings = _exchange.Meetings()
        meetings.gather(2, "report 1", 0, 1, None)
        with self.assertRaisesRegex(RuntimeError, "attempt 1 is over"):
            meetings.gather(1, "report 2", 0, 1, None)

    def test_who_does_not_know_the_key_is_not_answered(self):
        with tempfile.TemporaryDirectory() as directory:
            exchange = _exchange.Exchange(directory, {})
            with self.assertRaises(Exception):
                _exchange.ExchangeClient(exchange.address, b"other").ask("gather", 1, "x", 0, 1, None)
            self.assertEqual(
                _exchange.ExchangeClient(exchange.address, exchange.key).ask("gather", 1, "x", 0, 1, 5), [5])
            exchange.close()

    def test_what_the_driver_raises_is_raised_in_the_rank_though_it_cannot_be_sent(self):
        class Odd(Exception):
            def __init__(self, one, two):
                super().__init__(f"{one} and {two}")

        def fail():
            raise Odd(1, 2)

        with tempfile.TemporaryDirectory() as directory:
            exchange = _exchange.Exchange(directory, {"fail": fail})
            with self.assertRaisesRegex(RuntimeError, "Odd: 1 and 2"):
                _exchange.ExchangeClient(exchange.address, exchange.key).ask("fail")
            exchange.close()

    def test_a_caller_that_says_nothing_keeps_nobody_else_out(self):
        with tempfile.TemporaryDirectory() as directory:
            exchange = _exchange.Exchange(directory, {})
            with socket.socket(socket.AF_UNIX) as silent:
                silent.connect(exchange.address)
                self.assertEqual(
                    _exchange.ExchangeClient(exchange.address, exchange.key).ask("gather", 1, "x", 0, 1, 5), [5])
            exchange.close()


class Checkpoints(unittest.TestCase):
    def test_of_equal_names_the_lowest_rank_stores_the_file(self):
        self.assertEqual(_session.shares([["model.pt"], ["model.pt"]]), [["model.pt"], None])
        self.assertEqual(_session.shares([None, ["a"], ["a", "b"]]), [None, ["a"], ["b"]])
        self.assertIsNone(_session.shares([None, None]))
        self.assertEqual(_session.shares([[], []]), [[], None])

    def test_parts_of_ranks_look_like_one_directory(self):
        with tempfile.TemporaryDirectory() as directory:
            for rank, name in enumerate(("shard-0.pt", "shard-1.pt")):
                os.makedirs(os.path.join(directory, f"part-{rank:05d}-of-00002"))
                with open(os.path.join(directory, f"part-{rank:05d}-of-00002", name), "w", encoding="utf-8") as file:
                    file.write(name)
            checkpoint = train.Checkpoint(directory)
            with checkpoint.as_directory() as merged:
                self.assertEqual(sorted(os.listdir(merged)), ["shard-0.pt", "shard-1.pt"])
            copy = checkpoint.to_directory(os.path.join(directory, "copy"))
            self.assertEqual(sorted(os.listdir(copy)), ["shard-0.pt", "shard-1.pt"])

    def test_metadata_is_in_the_directory(self):
        with tempfile.TemporaryDirectory() as directory:
            checkpoint = train.Checkpoint.from_directory(directory)
            self.assertEqual(checkpoint.get_metadata(), {})
            checkpoint.set_metadata({"a": 1})
            checkpoint.update_metadata({"b": [2]})
            self.assertEqual(train.Checkpoint(directory).get_metadata(), {"a": 1, "b": [2]})

    def test_a_checkpoint_is_no_path(self):
        with self.assertRaises(TypeError):
            os.path.join(train.Checkpoint("/tmp"), "x")


class Results(unittest.TestCase):
    def result(self, *losses, score=None):
        kept = [{"name": str(place), "path": f"/c{place}", "metrics": {"loss": loss}} for place, loss in enumerate(losses)]
        return Result._of({"path": "/run", "metrics": {}, "checkpoints": kept, "score": score, "order": "min"})

    def test_the_newest_checkpoint_is_the_result(self):
        result = self.result(3.0, 1.0, 2.0)
        self.assertEqual((result.checkpoint.path, result.metrics), ("/c2", {"loss": 2.0}))

    def test_the_best_is_by_metric(self):
        self.assertEqual(self.result(3.0, 1.0, "NaN").get_best_checkpoint("loss", "min").path, "/c1")
        with self.assertRaisesRegex(RuntimeError, "accuracy"):
            self.result(3.0).get_best_checkpoint("accuracy", "max")

    def test_with_a_score_the_best_is_the_last_in_the_list(self):
        order = [checkpoint.path for checkpoint, _ in self.result(3.0, 1.0, 2.0, score="loss").best_checkpoints]
        self.assertEqual(order, ["/c0", "/c2", "/c1"])


class Shipping(unittest.TestCase):
    def test_without_cloudpickle_the_script_is_run_again_up_to_its_fit(self):
        with tempfile.TemporaryDirectory() as directory:
            script = os.path.join(directory, "script.py")
            with open(script, "w", encoding="utf-8") as file:
                file.write("from ray import _ship\ndef train():\n    return 42\nraise _ship.FitReached\n")
            main = sys.modules["__main__"]
            try:
                _ship._define_again(script)
                self.assertTrue(_ship.is_defining_again())
                self.assertEqual(sys.modules["__main__"].train(), 42)
            finally:
                sys.modules["__main__"] = main
                del sys.modules[_ship.MAIN]

    def test_a_closure_without_cloudpickle_is_refused_by_name(self):
        with self.assertRaisesRegex(TypeError, "install cloudpickle"):
            _ship._pickled_by_name(lambda: 1)

    def test_only_this_user_reads_what_is_sent(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "sent")
            _ship.dump({"x": 1}, path)
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            before, arguments = list(sys.path), list(sys.argv)
            try:
                self.assertEqual(_ship.load(path), {"x": 1})
            finally:
                sys.path[:], sys.argv[:] = before, arguments


@unittest.skipUnless(importlib.util.find_spec("tensorflow"), "no TensorFlow")
class TensorsOfTensorFlow(unittest.TestCase):
    def test_features_and_labels_have_the_shapes_and_types_of_their_columns(self):
        rows = ray.data.from_items([{"x": [float(i), 2.0], "y": i, "name": "a"} for i in range(5)])
        made = rows.to_tf("x", ["y", "name"], batch_size=4)
        features, labels = made.element_spec
        self.assertEqual((features.shape.as_list(), features.dtype.name), ([None, 2], "float64"))
        self.assertEqual({name: spec.dtype.name for name, spec in labels.items()}, {"y": "int64", "name": "string"})
        self.assertEqual([batch["y"].numpy().tolist() for _, batch in made], [[0, 1, 2, 3], [4]])
        self.assertEqual(len(list(made)), 2)  # each pass reads the rows again

    def test_a_column_that_is_not_there_is_named_with_those_that_are(self):
        with self.assertRaisesRegex(ValueError, r"no column 'z': the columns are \['id'\]"):
            ray.data.range(3).to_tf("z", "id")

    def test_values_of_different_shapes_are_refused_by_the_name_of_their_column(self):
        rows = ray.data.from_items([{"x": [1.0]}, {"x": [1.0, 2.0]}])
        with self.assertRaisesRegex(ValueError, "column 'x' cannot become a tensor"):
            list(rows.iter_tf_batches())

    def test_the_callback_refuses_an_event_that_keras_does_not_have(self):
        from ray.air.integrations.keras import ReportCheckpointCallback

        with self.assertRaisesRegex(ValueError, "'epoch' is not an event of Keras; the events are: epoch_begin"):
            ReportCheckpointCallback(checkpoint_on="epoch")


if __name__ == "__main__":
    unittest.main()
