package dev.manta.it.cluster;

import dev.manta.cluster.Demand;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.HeadRules;
import dev.manta.cluster.head.NodeLedger;
import java.time.Duration;

/// Bugs that histories must find.
public enum ClusterMutant {
  /// There is none.
  NONE,
  /// A new head grants before it has heard from anybody.
  HASTY_HEAD {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean mayGrant(Duration since, Duration now, boolean allHeard) {
          return true;
        }
      };
    }
  },
  /// What a dead driver has is never given back.
  DEAD_DRIVERS_KEEP {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean isSilent(Duration heard, Duration now) {
          return false;
        }
      };
    }
  },
  /// Whoever fits comes first.
  OUT_OF_ORDER {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean isBehind(Demand later, Demand earlier) {
          return false;
        }
      };
    }
  },
  /// Who has enough gets more while others wait.
  GREEDY {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean mayGrow(boolean othersWait) {
          return true;
        }
      };
    }
  },
  /// A claim stays on nodes that its driver does not reach.
  BLIND_TO_LOSSES {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean mayUse(boolean reached) {
          return true;
        }
      };
    }
  },
  /// What a node has not answered yet is taken for refused.
  IMPATIENT {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean isOnItsWay(long number, long upTo) {
          return false;
        }
      };
    }
  },
  /// What a node has refused is awaited for ever.
  DEAF_TO_REFUSALS {
    @Override
    HeadRules rules() {
      return new HeadRules() {
        @Override
        public boolean isOnItsWay(long number, long upTo) {
          return true;
        }
      };
    }
  },
  /// A node does what a head says that another one has followed.
  OLD_HEAD_OBEYED {
    @Override
    NodeLedger ledger(NodeLedger before, long term, HeadEffect.ForNode effect) {
      return before.take(Math.max(term, before.term()), effect);
    }
  };

  HeadRules rules() {
    return new HeadRules();
  }

  /// What a node makes of what a head asks.
  NodeLedger ledger(NodeLedger before, long term, HeadEffect.ForNode effect) {
    return before.take(term, effect);
  }
}
