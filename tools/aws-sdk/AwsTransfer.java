import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.transfer.s3.S3TransferManager;
import software.amazon.awssdk.transfer.s3.model.DownloadFileRequest;
import software.amazon.awssdk.transfer.s3.model.UploadFileRequest;

/// What the transfer manager of Amazon's SDK gives: two files put in parts, many at a time, and both got back.
public final class AwsTransfer {
  private static final int MEBIBYTE = 1 << 20;

  public static void main(String[] words) throws IOException {
    Path directory = Path.of(words[0]);
    int megabytes = Integer.parseInt(words[5]);
    for (int rank = 0; rank < 2; rank++) {
      write(directory.resolve("source-" + rank), megabytes / 2, rank);
    }
    double put = seconds(client(words, true), manager -> put(manager, words[4], directory));
    System.out.println("figure put " + megabytes / put);
    // In parts it asks for numbers of parts, which the server here does not know.
    double got = seconds(client(words, false), manager -> get(manager, words[4], directory));
    System.out.println("figure restore " + megabytes / got);
    System.exit(0);
  }

  private interface Work {
    List<CompletableFuture<?>> begin(S3TransferManager manager);
  }

  private static double seconds(S3AsyncClient client, Work work) throws IOException {
    settle();
    S3TransferManager manager = S3TransferManager.builder().s3Client(client).build();
    long began = System.nanoTime();
    work.begin(manager).forEach(CompletableFuture::join);
    return (System.nanoTime() - began) / 1e9;
  }

  /// Waits until the disk has all that was written.
  private static void settle() throws IOException {
    try {
      new ProcessBuilder("sync").inheritIO().start().waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static S3AsyncClient client(String[] words, boolean parts) {
    return S3AsyncClient.builder()
        .endpointOverride(URI.create(words[1]))
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .multipartEnabled(parts)
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(words[2], words[3])))
        .build();
  }

  private static List<CompletableFuture<?>> put(S3TransferManager manager, String bucket, Path from) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      String key = "aws/" + rank;
      all.add(
          manager
              .uploadFile(
                  UploadFileRequest.builder()
                      .putObjectRequest(b -> b.bucket(bucket).key(key))
                      .source(from.resolve("source-" + rank))
                      .build())
              .completionFuture());
    }
    return all;
  }

  private static List<CompletableFuture<?>> get(S3TransferManager manager, String bucket, Path to) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      String key = "aws/" + rank;
      all.add(
          manager
              .downloadFile(
                  DownloadFileRequest.builder()
                      .getObjectRequest(b -> b.bucket(bucket).key(key))
                      .destination(to.resolve("target-" + rank))
                      .build())
              .completionFuture());
    }
    return all;
  }

  private static void write(Path file, int megabytes, long seed) throws IOException {
    byte[] block = new byte[MEBIBYTE];
    new Random(seed).nextBytes(block);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (int i = 0; i < megabytes; i++) {
        out.write(ByteBuffer.wrap(block));
      }
      out.force(false);
    }
  }
}
