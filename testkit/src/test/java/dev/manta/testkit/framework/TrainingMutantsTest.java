package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.testkit.framework.PlainTraining.Flaw;
import dev.manta.testkit.mutant.SuiteRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The suite finds trainings that break a promise.
class TrainingMutantsTest {
  @ParameterizedTest
  @CsvSource({
    "OwnLoss, allRanksReportTheSameLoss",
    "OwnGradient, twoWorkersLearnWhatOneLearns",
    "StaleLoss, theLossIsThatOfAllRowsWithWhatTheCheckpointHasLearned",
    "NeedingRows, aRankWithoutRowsIsNoError",
    "OfOneSize, aRunThatGrowsLearnsOn",
    "Listening, aRankThatSurvivesKeepsNoPortOfTheAttemptThatWasLost",
    "ListeningOn, aRankThatSurvivesKeepsNoPortOfTheAttemptThatWasLost",
    "Forgetful, aRunOfWhichARankIsFrozenLearnsTheSame",
    "Forgetful, aRunThatWasStoppedLearnsTheSameWhenItResumes",
    "Littering, aKilledRankLeavesNoProcessAndNoFile"
  })
  void aBrokenPromiseIsFound(String mutant, String test) throws ClassNotFoundException {
    Class<?> suite = Class.forName(TrainingMutantsTest.class.getName() + "$" + mutant);
    assertThat(SuiteRun.fails(suite, test)).isTrue();
  }

  static final class OwnLoss extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.OWN_LOSS;
    }
  }

  static final class OwnGradient extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.OWN_GRADIENT;
    }
  }

  static final class Forgetful extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.FORGETFUL;
    }
  }

  static final class Littering extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.LITTERING;
    }
  }

  static final class StaleLoss extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.STALE_LOSS;
    }
  }

  static final class NeedingRows extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.NEEDING_ROWS;
    }
  }

  static final class OfOneSize extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.OF_ONE_SIZE;
    }
  }

  static final class Listening extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.LISTENING;
    }
  }

  static final class ListeningOn extends PlainTrainingContractTest {
    @Override
    Flaw flaw() {
      return Flaw.LISTENING_ON;
    }
  }
}
