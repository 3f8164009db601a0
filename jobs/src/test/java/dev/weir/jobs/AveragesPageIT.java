package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.demo.Averages;
import dev.weir.jobs.demo.AveragesPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looks at the page of {@code weir demo averages} in a real browser. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AveragesPageIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    /** Errors as a run of 1000 values and 2000 draws has them, over five powers of ten. */
    private Path page() throws Exception {
        List<Averages.Way> ways = List.of(
                new Averages.Way("naive", "noise on the average, as large as one value may be", 1.35, 1.41),
                new Averages.Way("split", "a sum and a count, half of epsilon each", 0.00323, 0.0032),
                new Averages.Way("mean", "what is above the low end and below the high end", 0.000997, 0.001));
        return Files.writeString(dir.resolve("averages.html"), new AveragesPage(1000, 2000, ways).html());
    }

    @ParameterizedTest
    @CsvSource({"400, dark", "1200, light"})
    void every_text_is_on_the_page_and_everybody_can_read_it(int width, String scheme) throws Exception {
        String probed = ReportBrowser.probed(
                page(),
                ReportBrowser.scripts("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js", "/browser/page.js"));
        assertThat(new ReportBrowser(dir).told(probed, width, scheme))
                .isEqualTo("[texts=true beside=0 cut=0 wide=0 errors=0 loaded=0 violations=none]");
    }
}
