package dev.weir.jobs.demo.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.demo.attacks.job.Weakness;
import dev.weir.jobs.demo.attacks.kind.Attacks;
import dev.weir.jobs.demo.attacks.world.Attack;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Carries the attacks out. Worlds and noise are drawn anew in each run. Bands of 6 standard deviations are left by chance with a probability
 * of 2e-9 for each side of a bar, and below 1e-7 for rates near 1 of so few worlds: below 1e-6 a run.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AttackRunIT {

    private static final double WIDE = 6;

    private static List<Result> run(int worlds, Weakness weakness, String... names) throws Exception {
        List<Attack> attacks = Attacks.all().stream()
                .filter(attack -> names.length == 0 || List.of(names).contains(attack.name()))
                .toList();
        return new AttackRun(worlds, WIDE, weakness, System.out::println).of(attacks);
    }

    @Test
    void every_bar_is_within_its_band() throws Exception {
        List<Result> results = run(1000, Weakness.NONE);
        for (Result result : results) {
            System.out.println(result);
        }
        assertThat(results).hasSize(9).allMatch(Result::isInside);
    }
}
