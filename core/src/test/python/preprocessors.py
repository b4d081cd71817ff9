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
    "hashed": HashingVectorizer(n_features=16).transform(texts).toarray(),
}
print(json.dumps({name: values.tolist() for name, values in out.items()}, separators=(",", ":")))
