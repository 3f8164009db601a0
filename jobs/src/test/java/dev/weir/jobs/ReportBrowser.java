package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens a report in a real browser. Without a browser a test is skipped with a message; with {@code -Dweir.browser=required}
 * it fails instead.
 */
final class ReportBrowser {

    /** The axe engine, which finds what violates the Web Content Accessibility Guidelines. */
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    /** A frame that can be narrower than any window of a browser. Its title collects what the page in it reports. */
    private static final String FRAME = """
            <!DOCTYPE html><title></title><body style="margin: 0">
            <script>addEventListener('message', told => { document.title += told.data; });</script>
            <iframe src="probed.html" style="width: %dpx; height: 2000px; border: 0"></iframe>
            </body>
            """;

    private static final Pattern TITLE = Pattern.compile("<title>(.*)</title>");

    private final Path dir;

    /**
     * @param dir the folder for files
     */
    ReportBrowser(Path dir) {
        this.dir = dir;
    }

    /**
     * Returns what a report tells of itself: as it is opened, after choices and keys, with all parts opened, and what the axe engine finds
     * then. The text of a saved file is taken where the page makes it: reading a finished file takes real time, and the browser's virtual time
     * may end before.
     */
    String told(Path page, int width, String scheme) throws Exception {
        return told(probed(page, scripts(AXE, "/browser/report.js")), width, scheme);
    }

    /** Returns resources as scripts at the end of a page. */
    static String scripts(String... names) throws IOException {
        StringBuilder scripts = new StringBuilder();
        for (String name : names) {
            try (InputStream in = Objects.requireNonNull(ReportBrowser.class.getResourceAsStream(name))) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                scripts.append("<script>").append(text).append("</script>\n");
            }
        }
        return scripts + "</body>";
    }

    /**
     * Returns what a page reports of itself.
     *
     * @param page the text of the page, with a script that posts a message to the page's frame
     */
    String told(String page, int width, String scheme) throws Exception {
        Optional<Path> browser = browser();
        assumeTrue(
                browser.isPresent() || "required".equals(System.getProperty("weir.browser")),
                "no chromium on the PATH: the report was NOT looked at in a browser");
        Files.writeString(dir.resolve("probed.html"), page);
        Path frame = Files.writeString(dir.resolve("frame.html"), FRAME.formatted(width));
        Matcher title = TITLE.matcher(dump(browser.orElseThrow(), frame, scheme));
        assertThat(title.find()).isTrue();
        return title.group(1);
    }

    /** The text of a page with a script at its end, for which {@code errors} counts those of all scripts. */
    static String probed(Path page, String probe) throws IOException {
        return Files.readString(page)
                .replace("<head>", "<head><script>let errors = 0; onerror = () => { errors++; };</script>")
                .replace("</body>", probe);
    }

    private static Optional<Path> browser() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(Path.of(folder)::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private String dump(Path browser, Path page, String scheme) throws Exception {
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
                        "--virtual-time-budget=20000",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(dumped.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        return Files.readString(dumped, StandardCharsets.UTF_8);
    }
}
