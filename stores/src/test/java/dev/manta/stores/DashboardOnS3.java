package dev.manta.stores;

import dev.manta.dashboard.Dashboard;
import dev.manta.dashboard.DashboardConfig;
import dev.manta.storage.Location;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/// A program that trains with everything in a bucket, and prints what a dashboard of that bucket
/// answers.
final class DashboardOnS3 {
  private DashboardOnS3() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    TrainOnS3.main(new String[] {words[0]});
    var runs = Location.parse(words[0] + "/runs");
    try (Dashboard dashboard = Dashboard.open(DashboardConfig.of(runs));
        HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 1; i < words.length; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(dashboard.address().resolve(words[i]))
                .header("Authorization", "Bearer " + dashboard.token())
                .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        System.out.println(words[i] + " " + answer.statusCode() + " " + shown(answer.body()));
      }
    }
  }

  private static String shown(byte[] body) {
    return new String(body, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
  }
}
