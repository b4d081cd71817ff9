package dev.manta.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/// A real browser without a window; a test is skipped where there is none.
final class Chromium implements AutoCloseable {
  private static final List<String> PLACES = List.of("/usr/bin", "/usr/local/bin", "/snap/bin");
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  static Chromium open(boolean dark, int width, int height) {
    Optional<Path> browser = find("chromium").or(() -> find("google-chrome"));
    Optional<Path> server = find("chromedriver");
    Assumptions.assumeTrue(
        browser.isPresent() && server.isPresent(),
        "no browser: this test needs chromium and chromedriver (Debian: apt-get install chromium"
            + " chromium-driver)");
    var options = new ChromeOptions();
    options.setBinary(browser.orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--force-device-scale-factor=1");
    if (dark) {
      options.addArguments("--force-dark-mode", "--blink-settings=preferredColorScheme=0");
    }
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(server.orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    var chromium = new Chromium(new ChromeDriver(service, options));
    chromium.size(width, height);
    return chromium;
  }

  private static Optional<Path> find(String program) {
    return PLACES.stream()
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /// A window has a width of its own that a phone has not, so the device is emulated.
  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(Math.max(width, 600), height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  WebElement await(String css) {
    return new WebDriverWait(driver, Duration.ofSeconds(30))
        .until(each -> each.findElement(By.cssSelector(css)));
  }

  String awaitText(String css, String text) {
    return new WebDriverWait(driver, Duration.ofSeconds(30))
        .until(
            each -> {
              Object found =
                  driver.executeScript(
                      "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent).find(t => t.includes(arguments[1])) ?? null",
                      css,
                      text);
              return found == null ? null : found.toString();
            });
  }

  void screenshot(String name) {
    try {
      Files.createDirectories(SCREENSHOTS);
      Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What the page, or the browser about it, has complained of.
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(Object::toString)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
