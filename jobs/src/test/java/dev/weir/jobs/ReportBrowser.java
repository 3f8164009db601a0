package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /**
     * A script that reports the content of the page to its frame, then opens all folded parts and reports again. A chart
     * counts as inked if at least 30 opaque pixels of its plot have a colour, which axes do not have. Its axis counts as
     * dated if a label names a day. Charts of a group are on one scale if both of their axes have the same ends. The text of
     * the download is taken where the page creates it: reading the finished file takes real time, and the browser's virtual
     * time may end before.
     */
    private static final String PROBE = """
            <script>
            const drawn = () => [...document.querySelectorAll('canvas')].map(c => Chart.getChart(c)).filter(Boolean);
            const isInked = chart => {
              const ratio = chart.currentDevicePixelRatio, area = chart.chartArea;
              const pixels = chart.ctx.getImageData(area.left * ratio, area.top * ratio, area.width * ratio, area.height * ratio).data;
              let colored = 0;
              for (let i = 0; i < pixels.length; i += 4) { if (pixels[i + 3] > 150 && Math.abs(pixels[i] - pixels[i + 2]) > 60) { colored++; } }
              return colored >= 30;
            };
            const labels = chart => chart.scales.x.ticks.map(tick => [].concat(tick.label).join(' ').trim());
            const isDated = chart => labels(chart).some(label => /\\b\\d+ [A-Z][a-z]{2}\\b/.test(label));
            const isRepeated = chart => new Set(labels(chart)).size < labels(chart).length;
            const ends = chart => [chart.scales.y.min, chart.scales.y.max, chart.scales.x.min, chart.scales.x.max].join();
            const groups = () => Object.values(Object.groupBy(drawn().filter(c => c.canvas.dataset.group), c => c.canvas.dataset.group));
            const tell = (when, more) => {
              const all = drawn(), over = all.filter(c => c.config.type === 'line');
              const told = { charts: all.length, inked: all.filter(isInked).length, bars: all.length - over.length, dated: over.filter(isDated).length,
                repeated: over.filter(isRepeated).length, groups: groups().map(g => g.length).join('+'),
                scales: groups().filter(g => new Set(g.map(ends)).size === 1).length, badges: document.querySelectorAll('.badge').length,
                sentences: document.querySelectorAll('#promise li').length, axis: labels(over[over.length - 1]).join('|'), errors: errors,
                reached: [...document.querySelectorAll('select, summary, button, pre[tabindex]')].filter(e => e.tabIndex >= 0).length,
                wide: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
                loaded: performance.getEntriesByType('resource').length, ...more };
              parent.postMessage('[' + when + ' ' + Object.entries(told).map(e => e.join('=')).join(' ') + ']', '*');
            };
            const wait = () => new Promise(done => setTimeout(done, 100));
            addEventListener('load', async () => {
              tell('shut', {});
              let text;
              Blob = function (parts) { text = parts.join(''); };
              URL.createObjectURL = () => 'data:,';
              document.getElementById('download').click();
              for (let round = 0; round < 3; round++) {
                document.querySelectorAll('details').forEach(details => { details.open = true; });
                await wait();
              }
              tell('open', { csv: text.trim().split('\\r\\n').length });
            });
            </script>
            </body>""";

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

    /** Returns what a page reports of itself, with parts folded and opened. */
    String told(Path page, int width, String scheme) throws Exception {
        return told(probed(page, PROBE), width, scheme);
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
