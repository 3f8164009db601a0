package dev.weir.jobs.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AveragesTest {

    /**
     * Each average is drawn 4000 times from a fixed seed. A root mean square of Laplace noise has a relative deviation of
     * sqrt(5 / 4000) / 2 = 1.8 %, so 12 % are more than 6 deviations. At 1000 records the ratios are 1, 447, 1000 and 1414.
     */
    @Test
    @Tag("statistical")
    void four_averages_are_off_by_what_their_formulas_say() {
        List<Averages.Way> ways = new Averages(1000, new SplittableRandom(23)::nextLong).measure(4000);
        assertThat(ways).extracting(Averages.Way::name).containsExactly("naive", "split", "centred", "mean");
        double[] ratios = {1, 447.2, 1000, 1414.2};
        for (int i = 0; i < ratios.length; i++) {
            Averages.Way way = ways.get(i);
            assertThat(ways.get(0).predicted() / way.predicted()).isCloseTo(ratios[i], within(0.1));
            assertThat(way.error() / way.predicted()).as("%s", way).isCloseTo(1, within(0.12));
        }
    }

    @Test
    void the_page_has_a_bar_for_each_way_and_needs_nothing_else() {
        List<Averages.Way> ways = new Averages(100, new SplittableRandom(24)::nextLong).measure(50);
        String page = new AveragesPage(100, 50, ways).html();
        assertThat(page.split("<rect ", -1)).hasSize(5);
        assertThat(page).contains("naive", "split", "centred", "mean").doesNotContain("NaN", "http", "<script");
    }

    /** Text within a drawing has a fixed length, whatever the width of the page, and longer text is cut off. */
    @Test
    void what_the_page_says_wraps_and_no_bar_is_longer_than_its_scale() {
        List<Averages.Way> ways = new Averages(1000, new SplittableRandom(25)::nextLong).measure(50);
        String page = new AveragesPage(1000, 50, ways).html();
        assertThat(page).doesNotContain("<text");
        assertThat(page.replaceAll("(?s)<svg.*?</svg>", ""))
                .contains(ways.get(3).how() + "</span>", "times closer</span>");
        List<Double> bars = Pattern.compile("<rect width=\"([0-9.]+)\"")
                .matcher(page)
                .results()
                .map(bar -> Double.valueOf(bar.group(1)))
                .toList();
        assertThat(bars).hasSize(4).allMatch(bar -> bar > 0 && bar <= 1000);
        assertThat(bars.subList(1, 4)).allMatch(bar -> bar < bars.get(0));
    }
}
