package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.manta.collective.CollectiveMismatch;
import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every implementation does when ranks do not make the same calls: an error on every rank,
/// never a hang, never a wrong value.
@Timeout(300)
public abstract class AgreementContract {
  /// Ranks that form a new group.
  protected abstract Team team(int ranks);

  final void withTeam(int ranks, Team.Work work) {
    try (Team team = team(ranks)) {
      team.every(work);
    }
  }

  @Test
  public void differentCallsAreAnErrorOnEveryRankThatNamesBoth() {
    try (Team team = team(3)) {
      List<Throwable> errors =
          team.each(
              rank ->
                  catchThrowable(
                      () -> {
                        if (rank.rank() == 2) {
                          rank.barrier();
                        } else {
                          rank.allReduce(new float[10], Op.SUM);
                        }
                      }));
      assertThat(errors)
          .allSatisfy(
              error ->
                  assertThat(error)
                      .isInstanceOf(CollectiveMismatch.class)
                      .hasMessageContaining("rank 0 called allReduce(10 x F32, SUM)")
                      .hasMessageContaining("rank 2 called barrier()")
                      .hasMessageContaining("AgreementContract.java:"));
    }
  }

  @Test
  public void differentSizesAreAnErrorAndTouchNothing() {
    withTeam(
        2,
        rank -> {
          float[] values = new float[10 + rank.rank()];
          Arrays.fill(values, 3);
          assertThatThrownBy(() -> rank.allReduce(values, Op.SUM))
              .isInstanceOf(CollectiveMismatch.class)
              .hasMessageContaining("10 x F32")
              .hasMessageContaining("11 x F32");
          assertThat(values).containsOnly(3);
        });
  }

  @Test
  public void aMessageOfAnotherSizeIsAnErrorForTheReceiver() {
    withTeam(
        2,
        rank -> {
          if (rank.rank() == 0) {
            rank.send(Values.of(new int[3]), 1);
          } else {
            assertThatThrownBy(() -> rank.receive(Values.of(new int[4]), 0))
                .isInstanceOf(CollectiveMismatch.class)
                .hasMessageContaining("rank 1 called receive(4 x I32)")
                .hasMessageContaining("rank 0 called send(3 x I32)");
          }
        });
  }

  /// These lists have the same sum and, as Java lists, the same hash code.
  @Test
  public void differentPartsAreAnErrorOnEveryRank() {
    expectMismatch(
        3,
        rank -> {
          List<Long> counts = rank.rank() == 0 ? List.of(1L, 0L, 31L) : List.of(0L, 32L, 0L);
          int[] mine = new int[Math.toIntExact(counts.get(rank.rank()))];
          rank.allGather(Values.of(mine), Values.of(new int[32]), counts);
        });
  }

  @Test
  public void takingOtherPartsThanGivenIsAnErrorOnEveryRankAndTouchesNothing() {
    try (Team team = team(3)) {
      int[][] outs = new int[3][6];
      List<Throwable> errors =
          team.each(
              rank -> {
                List<Long> received = rank.rank() == 2 ? List.of(1L, 2L, 2L) : List.of(2L, 2L, 2L);
                Values out = Values.of(outs[rank.rank()]).slice(0, rank.rank() == 2 ? 5 : 6);
                Values in = Values.of(new int[] {1, 1, 1, 1, 1, 1});
                return catchThrowable(() -> rank.allToAll(in, out, List.of(2L, 2L, 2L), received));
              });
      assertThat(errors)
          .allSatisfy(
              error ->
                  assertThat(error)
                      .isInstanceOf(CollectiveMismatch.class)
                      .hasMessageContaining("rank 0 called allToAll(2 x I32 for rank 2)")
                      .hasMessageContaining("rank 2 called allToAll(1 x I32 from rank 0)")
                      .hasMessageContaining("AgreementContract.java:"));
      assertThat(outs).isDeepEqualTo(new int[3][6]);
    }
  }

  @Test
  public void equalAndUnequalPartsAreDifferentCalls() {
    try (Team team = team(2)) {
      List<Throwable> errors =
          team.each(
              rank -> {
                Values in = Values.of(new float[4]);
                Values out = Values.of(new float[4]);
                List<Long> halves = rank.rank() == 0 ? List.of() : List.of(2L, 2L);
                return catchThrowable(() -> rank.allToAll(in, out, halves, halves));
              });
      assertThat(errors)
          .allSatisfy(
              error ->
                  assertThat(error)
                      .isInstanceOf(CollectiveMismatch.class)
                      .hasMessageContaining("rank 0 called allToAll(4 x F32)")
                      .hasMessageContaining("rank 1 called allToAll(4 x F32 in unequal parts)"));
    }
  }

  @Test
  public void differentOrdersOfAGroupAreAnErrorOnEveryRank() {
    expectMismatch(
        2,
        rank -> {
          Collectives made = rank.rank() == 0 ? rank.group(0, 1) : rank.group(1, 0);
          made.close();
        });
  }

  @Test
  public void aGroupAgainstAnotherCallIsAnErrorOnEveryRank() {
    expectMismatch(
        2,
        rank -> {
          if (rank.rank() == 0) {
            rank.group(0, 1).close();
          } else {
            rank.barrier();
          }
        });
  }

  private void expectMismatch(int ranks, Consumer<Collectives> calls) {
    try (Team team = team(ranks)) {
      List<Throwable> errors = team.each(rank -> catchThrowable(() -> calls.accept(rank)));
      assertThat(errors)
          .allSatisfy(error -> assertThat(error).isInstanceOf(CollectiveMismatch.class));
    }
  }

  @Test
  public void groupsOfTheSameRanksFollowEachOther() {
    withTeam(
        3,
        rank -> {
          for (int i = 0; i < 20; i++) {
            int[] sum = {1};
            try (Collectives all = rank.group(0, 1, 2)) {
              all.allReduce(sum, Op.SUM);
            }
            if (rank.rank() < 2) {
              rank.group(1, 0).close();
            }
            assertThat(sum).containsExactly(3);
            rank.barrier();
          }
        });
  }
}
