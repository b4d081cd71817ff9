"""Searchers of Python libraries for Manta: answers each line of JSON on standard input with one on standard output.

The first line says which library searches, what for, and the columns of points. Each further line asks for a point: it has
the trials that ended since the last one (all of them where `from` is 0), those that run, and a seed. What is kept between
two lines is a function of the trials that ended, in that order, so a new process that is told all of them answers the same.
"""

import sys

sys.path = [each for each in sys.path if each]  # a file of the working directory is not a library

import importlib.util  # noqa: E402
import json  # noqa: E402
import math  # noqa: E402
import os  # noqa: E402
import pickle  # noqa: E402
import traceback  # noqa: E402
import warnings  # noqa: E402

SEEDS = 2**31


class Missing(Exception):
    """A package that is not installed."""


def require(*modules):
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise Missing(module)


class Optuna:
    """A study of Optuna. The trials that ended are in it; those that run, and the one that is asked for, are in a copy."""

    # These keep what they learned in attributes of trials, so they are asked for every trial again, whose point is given.
    REMEMBERING = ("cmaes", "nsgaii", "qmc")
    NEEDED = {"cmaes": ["cmaes"], "gp": ["torch", "scipy"], "qmc": ["scipy"]}
    DEFAULTS = {"TPESampler": "tpe", "NSGAIISampler": "nsgaii", "GPSampler": "gp"}

    def __init__(self, wanted):
        require("optuna")
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.optuna = optuna
        self.directions = wanted["directions"]
        self.seed = wanted["seed"] % SEEDS
        self.method = self.chosen(wanted["sampler"])
        require(*self.NEEDED.get(self.method, []))
        self.distributions = {each["name"]: self.distribution(**each) for each in wanted["columns"]}
        self.forget()

    def chosen(self, name):
        if name != "auto":
            return name
        default = type(self.optuna.create_study(directions=self.directions).sampler).__name__
        return self.DEFAULTS.get(default, "tpe")

    def distribution(self, name, kind, low, high, log):
        of = self.optuna.distributions
        if kind == "choice":
            return of.CategoricalDistribution(tuple(range(high + 1)))
        return (of.IntDistribution if kind == "whole" else of.FloatDistribution)(low, high, log=log)

    def sampler(self, seed):
        of = self.optuna.samplers
        if self.method == "tpe":
            return of.TPESampler(seed=seed, constant_liar=True)
        if self.method == "qmc":  # one sequence, of which each trial is a part
            return of.QMCSampler(seed=self.seed, scramble=True, independent_sampler=of.RandomSampler(seed=seed))
        names = {"gp": "GPSampler", "cmaes": "CmaEsSampler", "nsgaii": "NSGAIISampler", "random": "RandomSampler"}
        return getattr(of, names[self.method])(seed=seed)

    def forget(self):
        self.study = self.optuna.create_study(directions=self.directions, sampler=self.sampler(self.seed))
        self.ended = 0

    def describe(self):
        return f"Optuna {self.optuna.__version__}, {type(self.study.sampler).__name__}"

    def tell(self, trial):
        self.study.sampler = self.sampler((self.seed + self.ended) % SEEDS)
        self.add(self.study, trial)
        self.ended += 1

    def ask(self, number, running, seed):
        study = pickle.loads(pickle.dumps(self.study))
        for trial in running:
            self.add(study, trial)
        study.sampler = self.sampler(seed % SEEDS)
        found = study.ask(self.distributions).params
        return [found[name] for name in self.distributions]

    def add(self, study, trial):
        values = zip(self.distributions, trial["values"])
        point = {name: value for name, value in values if value is not None}
        if self.method in self.REMEMBERING:
            self.replay(study, point, trial)
        else:
            study.add_trial(self.frozen(point, trial))

    def state(self, trial):
        """With several goals a stopped trial is a complete one: Optuna prunes only with one."""
        stopped = trial["state"] == "stopped"
        name = "pruned" if stopped and len(self.directions) == 1 else "complete" if stopped else trial["state"]
        return self.optuna.trial.TrialState[{"failed": "fail"}.get(name, name).upper()]

    def frozen(self, point, trial):
        state = self.state(trial)
        pruned = state == self.optuna.trial.TrialState.PRUNED
        return self.optuna.trial.create_trial(
            state=state,
            params=point,
            distributions={name: self.distributions[name] for name in point},
            values=trial["outcomes"] or None,
            intermediate_values={trial["resource"]: trial["outcomes"][0]} if pruned else {},
        )

    def replay(self, study, point, trial):
        study.enqueue_trial(point)
        asked = study.ask({name: self.distributions[name] for name in point})
        state = self.state(trial)
        if state == self.optuna.trial.TrialState.PRUNED:
            asked.report(trial["outcomes"][0], trial["resource"])
            study.tell(asked, state=state)
        elif state != self.optuna.trial.TrialState.RUNNING:
            study.tell(asked, trial["outcomes"] or None, state=state)


class Hyperopt:
    """HyperOpt's estimator, which is a function of the trials already."""

    def __init__(self, wanted):
        require("hyperopt")
        import hyperopt

        self.hyperopt = hyperopt
        self.sign = -1 if wanted["directions"] == ["maximize"] else 1
        self.columns = wanted["columns"]
        space = {each["name"]: self.node(**each) for each in self.columns}
        self.domain = hyperopt.base.Domain(lambda point: 0, space, pass_expr_memo_ctrl=False)
        self.forget()

    def node(self, name, kind, low, high, log):
        hp = self.hyperopt.hp
        if kind == "choice":
            return hp.choice(name, list(range(high + 1)))
        half = 0.5 if kind == "whole" else 0
        if log:
            bounds = math.log(low - half), math.log(high + half)
            return hp.qloguniform(name, *bounds, 1) if half else hp.loguniform(name, *bounds)
        return hp.quniform(name, low - half, high + half, 1) if half else hp.uniform(name, low, high)

    def forget(self):
        self.ended = []

    def describe(self):
        return f"HyperOpt {self.hyperopt.__version__}, tpe"

    def tell(self, trial):
        self.ended.append(self.document(trial))

    def document(self, trial):
        base, number = self.hyperopt.base, trial["number"]
        there = {each["name"]: [] if value is None else [value] for each, value in zip(self.columns, trial["values"])}
        status = {"failed": base.STATUS_FAIL, "running": base.STATUS_RUNNING}.get(trial["state"], base.STATUS_OK)
        loss = {"loss": self.sign * trial["outcomes"][0]} if trial["outcomes"] else {}
        running = trial["state"] == "running"
        return {
            "tid": number,
            "spec": None,
            "state": base.JOB_STATE_RUNNING if running else base.JOB_STATE_DONE,
            "result": {"status": status, **loss},
            "misc": {
                "tid": number,
                "cmd": ("domain_attachment", "FMinIter_Domain"),
                "workdir": None,
                "idxs": {name: [number] * len(values) for name, values in there.items()},
                "vals": there,
            },
            "exp_key": None,
            "owner": None,
            "version": 0,
            "book_time": None,
            "refresh_time": None,
        }

    def ask(self, number, running, seed):
        trials = self.hyperopt.base.Trials()
        documents = sorted(self.ended + [self.document(each) for each in running], key=lambda each: each["tid"])
        if documents:
            trials.insert_trial_docs(documents)
            trials.refresh()
        found = self.hyperopt.tpe.suggest([number], self.domain, trials, seed % SEEDS, verbose=False)
        values = found[0]["misc"]["vals"]
        return [self.value(values[each["name"]][0], **each) for each in self.columns]

    def value(self, value, name, kind, low, high, log):
        """Within the bounds, which a logarithm may miss by a bit."""
        inside = min(max(value, low), high)
        return float(inside) if kind == "real" else int(inside)


def plain(value):
    return float(value) if isinstance(value, float) else int(value)


def answer(line, library):
    if library is None:
        wanted = json.loads(line)
        library = {"optuna": Optuna, "hyperopt": Hyperopt}[wanted["library"]](wanted)
        return library, {"ready": library.describe()}
    asked = json.loads(line)
    if asked["from"] == 0:
        library.forget()
    for trial in asked["ended"]:
        library.tell(trial)
    values = library.ask(asked["number"], asked["running"], asked["seed"])
    return library, {"values": [plain(each) for each in values]}


def main():
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is not an answer
    warnings.filterwarnings("ignore")
    library = None
    for line in iter(sys.stdin.readline, ""):
        try:
            library, found = answer(line, library)
        except Missing as missing:
            found = {"missing": str(missing)}
        except Exception as error:
            traceback.print_exc()
            found = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(found) + "\n")
        answers.flush()


main()
