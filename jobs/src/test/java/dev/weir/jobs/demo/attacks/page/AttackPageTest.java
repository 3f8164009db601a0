package dev.weir.jobs.demo.attacks.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.demo.attacks.AttackRun;
import dev.weir.jobs.demo.attacks.Bar;
import dev.weir.jobs.demo.attacks.Result;
import dev.weir.jobs.demo.attacks.kind.Attacks;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AttackPageTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/weir/jobs/demo/attacks/kind");

    private static Bar bar(Target target, double rate) {
        OptionalDouble bound = target == Target.WEIR ? OptionalDouble.of(0.731) : OptionalDouble.empty();
        double computed = target == Target.WEIR ? 0.565 : target == Target.RAW ? 1 : 0.798;
        return new Bar(target, rate, OptionalDouble.of(computed), bound, 1000, "attacks --attack x");
    }

    private static Result result(Attack attack, double weir) {
        return new Result(
                attack.name(),
                List.of(bar(Target.RAW, 1), bar(Target.NAIVE, 0.8), bar(Target.WEIR, weir)),
                Math.max(0, attack.restores() - 1),
                attack.restores());
    }

    private static String page(double weir) throws IOException {
        return new AttackPage(Attacks.all().stream()
                        .map(attack -> result(attack, weir))
                        .toList())
                .html();
    }

    @Test
    void the_page_has_three_bars_for_each_attack_and_needs_nothing_else() throws IOException {
        String page = page(0.58);
        assertThat(page.split("<rect ", -1)).hasSize(28);
        assertThat(page).contains("All bars are where", "4 of the 5 restores", "in 80.0 %", "bound: 73.1 %");
        assertThat(page)
                .doesNotContainPattern("@[a-z]+@")
                .doesNotContain("http:", "https:", "<script", "<text", "NaN", "<rect class=\"bar-outside\"");
    }

    @Test
    void a_bar_outside_of_its_band_is_red_and_said_to_be() throws IOException {
        String page = page(0.82);
        assertThat(page.split("class=\"bar-outside\"", -1)).hasSize(10);
        assertThat(page.split("outside of its band", -1)).hasSize(10);
        assertThat(page).contains("9 of the bars are not where").doesNotContain("All bars are where");
    }

    /** 4 standard deviations of 1000 worlds: 0.0507 at 0.798, 0.0561 at the bound, 0.0627 at 0.565. */
    @ParameterizedTest
    @CsvSource({
        "RAW, 1, true",
        "RAW, 0.999, false",
        "NAIVE, 0.748, true",
        "NAIVE, 0.747, false",
        "NAIVE, 0.848, true",
        "NAIVE, 0.849, false",
        "WEIR, 0.787, true",
        "WEIR, 0.788, false",
        "WEIR, 0.503, true",
        "WEIR, 0.502, false"
    })
    void a_bar_may_be_four_standard_deviations_off(Target target, double rate, boolean isInside) {
        assertThat(bar(target, rate).isInside()).isEqualTo(isInside);
    }

    /** The mean of two answers is right no more often than one: the bars are where they must be, and the restores say what has happened. */
    @Test
    void a_restore_that_was_not_refused_is_said_whatever_the_bars_say() throws IOException {
        Result kept = new Result("restart", result(Attacks.all().get(0), 0.58).bars(), 4, 5);
        Result lost = new Result("restart", kept.bars(), 3, 5);
        assertThat(AttackRun.exitCode(List.of(kept))).isZero();
        assertThat(AttackRun.exitCode(List.of(kept, lost))).isEqualTo(1);
        assertThat(new AttackPage(List.of(kept, lost)).html())
                .contains("A restore that had to be refused was not", "3 of the 5 restores")
                .doesNotContain("All bars are where");
    }

    static Stream<Attack> attacks() {
        return Attacks.all().stream();
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void the_page_shows_the_code_that_runs(Attack attack) throws IOException {
        String source = Files.readString(SOURCES.resolve(attack.getClass().getSimpleName() + ".java"));
        String code = Story.of(attack.name()).code();
        assertThat(code).startsWith("public boolean guess(View view) {").endsWith("\n}");
        assertThat(source).contains(code.indent(4));
        assertThat(code.lines().count()).isLessThanOrEqualTo(12);
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void an_idea_is_told_in_few_sentences_without_signs(Attack attack) throws IOException {
        Story story = Story.of(attack.name());
        assertThat(story.idea().split("[.?:] ", -1)).hasSizeLessThanOrEqualTo(3);
        assertThat(story.idea()).doesNotContain("epsilon", "&", "<");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void the_text_says_what_the_page_says(Attack attack) throws IOException {
        String text = Files.readString(Path.of("../docs/attacks.md")).replaceAll("\\s+", " ");
        Story story = Story.of(attack.name());
        assertThat(text)
                .contains("## " + story.title(), story.idea(), story.stops().replace(" @restarts@", ""));
        for (Target target : Target.values()) {
            assertThat(text).contains("weir calc attacks " + attack.laws().of(target));
        }
    }
}
