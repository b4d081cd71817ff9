package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.internal.cuda.Gpus;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.global.torch_cuda;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Copies to a GPU do not wait for what it computes, and what follows them does wait for them.
@Timeout(300)
class SideStreamTest {
  private static final int ROUNDS = 200;

  @Test
  void aCopyIsDoneWhileTheGpuStillComputes() {
    Device gpu = Gpus.first();
    var side = new SideStream(gpu);
    CUDAStream computing = torch_cuda.getCurrentCUDAStream(gpu.index());
    assertThat(side.stream().notEquals(computing)).isTrue();
    Tensor host = torch.randn(256, 1024);
    side.copy(host).close();
    Tensor square = torch.randn(8192, 8192).to(gpu, ScalarType.Float);
    square.matmul(square);
    torch_cuda.device_synchronize();
    for (int i = 0; i < ROUNDS; i++) {
      square.matmul(square).close();
    }
    Tensor moved = side.copy(host);
    side.stream().synchronize();
    assertThat(computing.query()).as("the GPU has computed all").isFalse();
    assertThat(torch_cuda.getCurrentCUDAStream(gpu.index()).equals(computing)).isTrue();
    assertThat(moved.device().is_cuda()).isTrue();
    assertThat(moved.cpu().equal(host)).isTrue();
  }

  @Test
  void whatFollowsACopySeesAllOfIt() {
    Device gpu = Gpus.first();
    var side = new SideStream(gpu);
    for (int i = 0; i < ROUNDS; i++) {
      try (Tensor host = torch.randn(512, 1024);
          Tensor moved = side.copy(host);
          Tensor twice = moved.add(moved)) {
        assertThat(twice.cpu().equal(host.add(host))).isTrue();
      }
    }
  }

  @Test
  void nothingIsCopiedToo() {
    Device gpu = Gpus.first();
    Tensor moved = new SideStream(gpu).copy(torch.zeros(0, 7));
    assertThat(moved.shape()).containsExactly(0, 7);
    assertThat(moved.device().is_cuda()).isTrue();
  }
}
