package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.jobs.demo.SyntheticDay;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The demo as a whole, and its report in a real browser. Without a browser the latter is skipped and says so;
 * {@code -Dweir.browser=required} makes it fail instead.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DemoIT {

    /** Tells the frame what the page came to: charts with ink in them, errors, and how far it is too wide. */
    private static final String PROBE = """
            <script>
            addEventListener('load', () => {
              const inked = c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v !== 0);
              const charts = [...document.querySelectorAll('canvas')].filter(c => c.width > 0 && inked(c)).length;
              const reached = [...document.querySelectorAll('select, summary, pre[tabindex]')].filter(e => e.tabIndex >= 0);
              parent.postMessage('charts=' + charts + ' errors=' + errors + ' reached=' + reached.length + ' wide='
                + Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)
                + ' loaded=' + performance.getEntriesByType('resource').length, '*');
            });
            </script>
            </body>""";

    /** Narrower than any window that a browser opens; says in its title what the page in it tells. */
    private static final String FRAME = """
            <!DOCTYPE html><body style="margin: 0">
            <script>addEventListener('message', told => { document.title = told.data; });</script>
            <iframe src="probed.html" style="width: %dpx; height: 2000px; border: 0"></iframe>
            </body>
            """;

    private static final StringWriter CONSOLE = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path dir;

    @BeforeAll
    static void run() {
        int code = Weir.commandLine()
                .setOut(new PrintWriter(CONSOLE))
                .execute("demo", "--out", dir.resolve("demo").toString());
        assertThat(code).isZero();
    }

    private static Path file(String name) {
        return dir.resolve("demo").resolve(name);
    }

    @Test
    void every_language_is_released_in_every_hour_and_every_five_minutes() {
        assertThat(file("released.jsonl")).content().hasLineCount(50 * (24 + 288));
        assertThat(CONSOLE.toString())
                .contains("edits in the day", SyntheticDay.SMALL, "editors so far, 24:00", "report.html");
        assertThat(file("private").resolve("exact.jsonl")).doesNotExist();
        assertThat(dir.resolve("demo")).isDirectoryNotContaining("glob:**.{demo,input}*");
    }

    /** Nobody's account is in what may be published; languages are, as declared keys. */
    @Test
    void no_account_is_in_what_may_be_published() throws IOException {
        for (String name : List.of("released.jsonl", "withheld.jsonl", "card.json", "report.html")) {
            assertThat(file(name)).content().doesNotContainPattern("\\ba[0-9]{5}\\b");
        }
        assertThat(CONSOLE.toString()).doesNotContain(SyntheticDay.BUSY);
    }

    @ParameterizedTest
    @CsvSource({"1200, light", "1200, dark", "400, light", "400, dark"})
    void the_report_draws_its_charts_at_every_width_and_loads_nothing(int width, String scheme) throws Exception {
        Optional<Path> browser = browser();
        assumeTrue(
                browser.isPresent() || "required".equals(System.getProperty("weir.browser")),
                "no chromium on the PATH: the report was NOT looked at in a browser");
        Files.writeString(
                dir.resolve("probed.html"),
                Files.readString(file("report.html"))
                        .replace("<head>", "<head><script>let errors = 0; onerror = () => { errors++; };</script>")
                        .replace("</body>", PROBE));
        Path frame = Files.writeString(dir.resolve("frame.html"), FRAME.formatted(width));
        String page = dump(browser.orElseThrow(), frame, scheme);
        assertThat(page).contains("<title>charts=5 errors=0 reached=6 wide=0 loaded=0</title>");
    }

    private static Optional<Path> browser() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(Path.of(folder)::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String dump(Path browser, Path page, String scheme) throws Exception {
        Path dumped = dir.resolve("dumped.html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--user-data-dir=" + dir.resolve("profile"),
                        "--window-size=1200,2000",
                        "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(dumped.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(dumped, StandardCharsets.UTF_8);
    }
}
