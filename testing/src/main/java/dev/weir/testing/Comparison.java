package dev.weir.testing;

import dev.weir.testing.Finding.Measured;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Stated;
import dev.weir.testing.statistic.Attack;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.Observations;
import dev.weir.testing.statistic.PerfectMechanism;
import dev.weir.testing.statistic.Trials;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Attacks what was published, and compares the bounds with the claims. */
final class Comparison {

    private static final double SHOWN_RISK = 0.01;

    private final Trials trials;
    private final double risk;
    private final long seed;
    private final Map<Simulated, Repetitions> simulations = new HashMap<>();

    /**
     * What is looked at.
     *
     * @param published what was published
     * @param drawn the same with the rows that the canary moves drawn anew, some times, which may be none; empty if the queries are not drawn
     * @param doubled the same by the laws of twice the &epsilon;
     * @param lone how often the canary had a row by itself alone; empty where keys are declared
     */
    record Observed(
            Observations published,
            List<Observations> drawn,
            Optional<Observations> doubled,
            Optional<LoneCount> lone) {}

    /** A simulation that several findings have in common. */
    private record Simulated(PerfectMechanism mechanism, List<Claim> claims) {}

    /**
     * A comparison.
     *
     * @param trials the worlds
     * @param risk the probability that one finding contradicts a claim that holds
     * @param seed begins simulations
     */
    Comparison(Trials trials, double risk, long seed) {
        this.trials = trials;
        this.risk = risk;
        this.seed = seed;
    }

    /**
     * What is found.
     *
     * @param scenario the scenario
     * @param queries the name of the queries
     * @param observed what they have published
     * @param stated what may be lost
     */
    Finding of(Scenario scenario, String queries, Observed observed, Stated stated) {
        List<Claim> claims = stated.claims();
        List<Attack> attacks = Attack.on(observed.published(), claims);
        Repetitions drawn = Repetitions.of(observed.drawn(), claims);
        Repetitions simulated = simulated(stated.perfect(), claims);
        List<Measured> measured = new ArrayList<>();
        double share = risk / (claims.size() + (observed.lone().isPresent() ? 1 : 0));
        for (int i = 0; i < claims.size(); i++) {
            Attack attack = attacks.get(i);
            measured.add(new Measured(
                    claims.get(i),
                    attack.bound(SHOWN_RISK),
                    attack.bound(share),
                    simulated.isEmpty() ? 0 : simulated.mean(i, SHOWN_RISK),
                    drawn.mean(i, SHOWN_RISK),
                    (drawn.isEmpty() ? simulated : drawn).error(i)));
        }
        observed.lone().ifPresent(lone -> measured.add(measured(lone, stated.keys(), share)));
        String by = attacks.get(0).singleName();
        boolean detectsDouble = detectsDouble(stated, observed.doubled(), share);
        return new Finding(scenario.name(), scenario.description(), queries, measured, detectsDouble, by);
    }

    private static Measured measured(LoneCount lone, double claim, double share) {
        return new Measured(
                new Claim(Claim.Kind.DELTA, claim, 0),
                lone.bound(SHOWN_RISK),
                lone.bound(share),
                LoneCount.expected(claim, lone.worlds(), SHOWN_RISK),
                Double.NaN,
                Double.NaN);
    }

    /**
     * Whether twice the &epsilon; is found in most repetitions of a simulation, and in the rows that are drawn by such laws where they are: a simulation shows
     * all of the claim, which not every scenario does.
     */
    private boolean detectsDouble(Stated stated, Optional<Observations> doubled, double share) {
        List<Claim> claims = stated.claims();
        Repetitions simulated = simulated(stated.doubled(), claims);
        boolean isSimulated = IntStream.range(0, claims.size())
                .anyMatch(i -> simulated.median(i, share) > claims.get(i).loss());
        return isSimulated
                && doubled.map(rows -> Attack.on(rows, claims).stream()
                                .anyMatch(attack ->
                                        attack.bound(share) > attack.claim().loss()))
                        .orElse(true);
    }

    /** Attacks on a simulation; none without a mechanism. */
    private Repetitions simulated(Optional<PerfectMechanism> mechanism, List<Claim> claims) {
        return mechanism
                .map(perfect -> simulations.computeIfAbsent(
                        new Simulated(perfect, claims),
                        simulated -> new Repetitions(perfect.attacks(claims, trials.count(), seed))))
                .orElseGet(() -> new Repetitions(List.of()));
    }
}
