package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs {@code weir demo attacks}, and looks at its page in a real browser. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AttacksIT {

    private static final int TRIALS = 400;

    /** Bands of 6 standard deviations, and what the table rounds off. */
    private static final double WIDE = 6;

    private static final double ROUNDING = 0.001;

    private static final StringWriter CONSOLE = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path dir;

    private static int code;

    /** Posts what the page holds, and how many boxes are narrower than their content. */
    private static final String PROBE = """
            <script>
            addEventListener('load', () => {
              const boxes = [...document.querySelectorAll('main, main *')].filter(e => !e.closest('svg'));
              const cut = boxes.filter(e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1).length;
              const told = { sections: document.querySelectorAll('section').length, bars: document.querySelectorAll('rect').length,
                red: document.querySelectorAll('.outside').length, cut: cut, errors: errors,
                wide: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
                loaded: performance.getEntriesByType('resource').length, paper: getComputedStyle(document.body).backgroundColor };
              parent.postMessage('[' + Object.entries(told).map(e => e.join('=')).join(' ') + ']', '*');
            });
            </script>
            </body>""";

    /** A line of the table. */
    private record Row(String attack, String against, double rate, String computed, String bound, boolean isInside) {

        static Row of(String line) {
            String[] words = line.replace("raw windows", "raw")
                    .replace("naive noise", "naive")
                    .split(" +", -1);
            return new Row(words[0], words[1], Double.parseDouble(words[2]), words[3], words[4], words.length == 5);
        }

        double band(String probability) {
            double p = Double.parseDouble(probability);
            return WIDE * Math.sqrt(p * (1 - p) / TRIALS) + ROUNDING;
        }
    }

    @BeforeAll
    static void run() {
        code = Weir.commandLine()
                .setOut(new PrintWriter(CONSOLE))
                .execute("demo", "attacks", "--out", dir.toString(), "--trials", Integer.toString(TRIALS));
    }

    private static List<Row> rows() {
        return CONSOLE.toString()
                .lines()
                .filter(line -> line.matches("[a-z-]+ +(raw windows|naive noise|Weir) +[0-9].*"))
                .map(Row::of)
                .toList();
    }

    /**
     * The command itself has bands of 4 standard deviations, and ends with 1 once in some hundred runs. Bands of 6 are left by chance with
     * probability 6e-7 a run, by the binomial laws of all rates.
     */
    @Test
    @Tag("statistical")
    void every_attack_succeeds_as_often_as_it_must() {
        assertThat(rows()).hasSize(27);
        assertThat(code).isEqualTo(rows().stream().allMatch(Row::isInside) ? 0 : 1);
        for (Row row : rows()) {
            if (!row.computed().equals("-")) {
                double computed = Double.parseDouble(row.computed());
                assertThat(row.rate()).as("%s", row).isEqualTo(computed, within(row.band(row.computed())));
            }
            if (!row.bound().equals("-")) {
                double bound = Double.parseDouble(row.bound());
                assertThat(row.rate()).as("%s", row).isLessThan(bound + row.band(row.bound()));
            }
        }
        Map<String, Long> withBound = rows().stream()
                .filter(row -> !row.bound().equals("-"))
                .collect(Collectors.groupingBy(Row::against, Collectors.counting()));
        assertThat(withBound).isEqualTo(Map.of("Weir", 9L));
    }

    /** The first restore publishes, and the ledger refuses all later ones. */
    @Test
    void an_old_savepoint_starts_once() {
        assertThat(dir.resolve("attacks.html")).content().contains("4 of the 5 restores were refused in this run.");
    }

    @ParameterizedTest
    @CsvSource({"400, light", "1200, dark"})
    void the_page_is_whole_at_every_width(int width, String scheme) throws Exception {
        String page = ReportBrowser.probed(dir.resolve("attacks.html"), PROBE)
                .replace("style-src 'unsafe-inline'", "style-src 'unsafe-inline'; script-src 'unsafe-inline'");
        long red = rows().stream().filter(row -> !row.isInside()).count();
        assertThat(new ReportBrowser(dir).told(page, width, scheme))
                .isEqualTo("[sections=9 bars=27 red=" + red + " cut=0 errors=0 wide=0 loaded=0 paper="
                        + (scheme.equals("dark") ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)") + "]");
    }
}
