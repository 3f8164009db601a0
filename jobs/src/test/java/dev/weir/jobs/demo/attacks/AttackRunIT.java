package dev.weir.jobs.demo.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.demo.attacks.job.Weakness;
import dev.weir.jobs.demo.attacks.kind.Attacks;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Target;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A weakness that is planted into Weir's jobs is noticed, by the bands of the command. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("statistical")
class AttackRunIT {

    private static Result run(String name, int worlds, Weakness weakness) throws Exception {
        List<Attack> attacks = Attacks.all().stream()
                .filter(attack -> attack.name().equals(name))
                .toList();
        List<Result> results = new AttackRun(worlds, weakness, line -> {}).of(attacks);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private static Bar weir(Result result) {
        Bar bar = result.bars().get(2);
        assertThat(bar.target()).isEqualTo(Target.WEIR);
        return bar;
    }

    /**
     * Ten answers of epsilon 1 each give the bit away with probability 0.882 and a standard deviation of 0.012. The band ends at 0.798: the
     * test fails by chance with a probability below 1e-9.
     */
    @Test
    void without_an_account_the_mean_of_ten_answers_gives_too_much_away() throws Exception {
        Result result = run("averaging", 700, Weakness.NO_ACCOUNT);
        assertThat(weir(result).isInside()).isFalse();
        assertThat(weir(result).rate()).isGreaterThan(0.798);
        assertThat(AttackRun.exitCode(List.of(result))).isEqualTo(1);
    }

    /**
     * Five draws of one window give the bit away with probability 0.812 and a standard deviation of 0.008. The band ends at 0.767: the test
     * fails by chance with a probability below 1e-8.
     */
    @Test
    void without_a_ledger_an_old_savepoint_gives_too_much_away() throws Exception {
        Result result = run("restart", 2500, Weakness.NO_LEDGER);
        assertThat(result.refused()).isZero();
        assertThat(weir(result).isInside()).isFalse();
        assertThat(weir(result).rate()).isGreaterThan(0.766);
        assertThat(AttackRun.exitCode(List.of(result))).isEqualTo(1);
    }
}
