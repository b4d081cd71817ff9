package dev.manta.collective;

/// How the elements of all ranks become one: always the left fold in rank order, so every rank and
/// every transport gets the same bits. Half precision is folded in float and rounded once; integers
/// wrap, and their mean drops the fraction.
public enum Op {
  SUM,
  MEAN,
  MIN,
  MAX,
  PRODUCT
}
