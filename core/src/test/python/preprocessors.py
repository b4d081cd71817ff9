"""Writes what scikit-learn makes of the table that PreprocessorsTest uses: python preprocessors.py > ../resources/prep/sklearn.json"""
import json

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import MinMaxScaler, Normalizer, OneHotEncoder, OrdinalEncoder, RobustScaler, StandardScaler

n = 50
x = np.array([[(i * 37 % 50) / 7.0, (i * i) % 23 - 11.0, 3.0] for i in range(n)])
gaps = np.array([[np.nan if i % 6 == 2 else float(i % 5), np.nan if i % 4 == 1 else i / 3.0] for i in range(n)])
categories = np.array([[["red", "green", "blue", "Blue"][i * 7 % 4], str(i % 3)] for i in range(n)])
constants = [[0.1] * 3, [0.3] * 7, [1e16] * 10, [123456.789] * 50]
high = np.array([[1e9 + i % 7 / 3.0] for i in range(20000)])
numerals = np.array([["9"], ["10"], ["2"], ["1"], ["01"], ["1.0"], [""]], dtype=object)
longs = np.array([[2**53 + 1], [2**53], [-5], [2**62]])
huge = np.array([[2e300], [1e300], [-1e300], [0.5]])
holes = np.array([["b"], [None], [""], ["a"], ["b"]], dtype=object)
texts = ["The quick brown fox", "the LAZY dog; the end", "a b cc", "Grüße aus Köln: über 42 Brücken", "fox fox fox dog"]

out = {
    "standard": StandardScaler().fit_transform(x),
    "minmax": MinMaxScaler().fit_transform(x),
    "robust": RobustScaler().fit_transform(x),
    "onehot": OneHotEncoder(sparse_output=False).fit_transform(categories),
    "ordinal": OrdinalEncoder().fit_transform(categories),
    "mean": SimpleImputer(strategy="mean").fit_transform(gaps),
    "median": SimpleImputer(strategy="median").fit_transform(gaps),
    "frequent": SimpleImputer(strategy="most_frequent").fit_transform(gaps),
    "l1": Normalizer("l1").fit_transform(x),
    "l2": Normalizer("l2").fit_transform(x),
    "max": Normalizer("max").fit_transform(x),
    "counts": CountVectorizer().fit_transform(texts).toarray(),
    "constants": np.array([StandardScaler().fit(np.array([column]).T).scale_[0] for column in constants]),
    "high": np.array([StandardScaler().fit(high).mean_[0], StandardScaler().fit(high).scale_[0]]),
    "highrobust": np.array([RobustScaler().fit(high).center_[0], RobustScaler().fit(high).scale_[0]]),
    "numerals": OrdinalEncoder().fit_transform(numerals),
    "longs": OrdinalEncoder().fit_transform(longs),
    "huge": OrdinalEncoder().fit_transform(huge),
    "holes": OneHotEncoder(sparse_output=False).fit_transform(holes),
    "frequenttext": OrdinalEncoder().fit_transform(SimpleImputer(missing_values=None, strategy="most_frequent").fit_transform(holes)),
    "hashed": HashingVectorizer(n_features=16).transform(texts).toarray(),
}
print(json.dumps({name: values.tolist() for name, values in out.items()}, separators=(",", ":")))
