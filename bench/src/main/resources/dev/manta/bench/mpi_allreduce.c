/* MPI_Allreduce in place: the median per call in microseconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct load { const char *label; long bytes; int batch; int batches; };

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  struct load loads[] = {{"100MB", 100L << 20, 1, 7}, {"16MB", 16L << 20, 1, 20}, {"1MB", 1L << 20, 5, 40},
                         {"64KB", 64L << 10, 50, 60}, {"4KB", 4L << 10, 200, 200}};
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int l = 0; l < 5; l++) {
    int count = (int)(loads[l].bytes / 4);
    float *values = calloc(count, 4);
    double times[200];
    for (int i = 0; i < 3; i++) MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < loads[l].batches; i++) {
      MPI_Barrier(MPI_COMM_WORLD);
      double start = MPI_Wtime();
      for (int j = 0; j < loads[l].batch; j++)
        MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      times[i] = (MPI_Wtime() - start) * 1e6 / loads[l].batch;
    }
    qsort(times, loads[l].batches, sizeof(double), by_size);
    if (rank == 0) printf("figure %d.%s %f\n", ranks, loads[l].label, times[loads[l].batches / 2]);
    free(values);
  }
  MPI_Finalize();
  return 0;
}
