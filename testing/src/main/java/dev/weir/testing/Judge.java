package dev.weir.testing;

import dev.weir.testing.scenario.Claims;
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

/** Attacks what was published, and compares what it finds with what may be lost. */
final class Judge {

    private static final double SHOWN_RISK = 0.01;

    private final Trials trials;
    private final double risk;
    private final long seed;
    private final Map<Simulated, Double> simulations = new HashMap<>();

    /** A simulation that several findings have in common. */
    private record Simulated(PerfectMechanism mechanism, Claim.Kind kind, double delta, double risk) {}

    /**
     * A judge.
     *
     * @param trials the worlds
     * @param risk the probability that one finding calls a right pipeline wrong
     * @param seed begins simulations
     */
    Judge(Trials trials, double risk, long seed) {
        this.trials = trials;
        this.risk = risk;
        this.seed = seed;
    }

    /**
     * What is found.
     *
     * @param title the scenario and the queries
     * @param observations what they have published
     * @param stated what may be lost
     */
    Finding judge(Title title, Observations observations, Claims.Stated stated) {
        List<Finding.Measured> measured = new ArrayList<>();
        boolean seesDouble = false;
        String by = "";
        double share = risk / stated.claims().size();
        for (Claim claim : stated.claims()) {
            Attack attack = Attack.on(observations, claim);
            measured.add(new Finding.Measured(
                    claim,
                    attack.bound(claim, SHOWN_RISK),
                    attack.bound(claim, share),
                    simulated(stated.perfect(), claim, SHOWN_RISK)));
            seesDouble |=
                    simulated(stated.perfect().map(perfect -> doubled(perfect, stated)), claim, share) > claim.loss();
            by = attack.singleName();
        }
        return new Finding(title.scenario(), title.words(), title.queries(), measured, seesDouble, by);
    }

    /**
     * The title of a finding.
     *
     * @param scenario the name of the scenario
     * @param words what the canary does
     * @param queries what is looked at
     */
    record Title(String scenario, String words, String queries) {}

    private static PerfectMechanism doubled(PerfectMechanism perfect, Claims.Stated stated) {
        Claim twice =
                new Claim(perfect.noise(), perfect.loss(), stated.promise().delta()).doubled();
        return new PerfectMechanism(perfect.noise(), twice.loss(), perfect.numbers());
    }

    private double simulated(Optional<PerfectMechanism> mechanism, Claim claim, double atRisk) {
        return mechanism
                .map(perfect -> simulations.computeIfAbsent(
                        new Simulated(perfect, claim.kind(), claim.delta(), atRisk),
                        unseen -> perfect.found(claim, trials.count(), atRisk, seed)))
                .orElse(0.0);
    }
}
