package dev.weir.testing.scenario;

import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.PerfectMechanism;
import java.util.List;
import java.util.Optional;

/**
 * What some queries together may lose at most.
 *
 * @param claims the claim in the kind of the budget, and a second one: in &mu; under a pure budget, in &epsilon; at the budget's
 *     &delta; under a Gaussian one
 * @param perfect a mechanism that loses as much, or as much of it as the released windows show; empty if nothing may be lost
 * @param keys the probability with which a key may be announced that the canary alone has used, from 0 to below 1
 */
public record Stated(List<Claim> claims, Optional<PerfectMechanism> perfect, double keys) {

    /** Takes a copy of the claims. */
    public Stated {
        claims = List.copyOf(claims);
    }

    /**
     * Claims where all keys are declared.
     *
     * @param claims the claims
     * @param perfect a mechanism that loses as much
     */
    public Stated(List<Claim> claims, Optional<PerfectMechanism> perfect) {
        this(claims, perfect, 0);
    }

    /**
     * These claims where a key may be announced with a probability that the canary alone has used: all of them hold but for this event.
     *
     * @param probability the probability, at least 0
     */
    Stated withKeys(double probability) {
        return new Stated(claims.stream().map(claim -> claim.but(probability)).toList(), perfect, probability);
    }

    /**
     * Claims under a pure budget.
     *
     * @param epsilon at least 0
     * @param mu what follows for &mu;, at least 0
     * @param perfect a mechanism that loses as much
     */
    static Stated pure(double epsilon, double mu, Optional<PerfectMechanism> perfect) {
        return new Stated(List.of(new Claim(Claim.Kind.EPSILON, epsilon, 0), new Claim(Claim.Kind.MU, mu, 0)), perfect);
    }

    /**
     * Claims under a Gaussian budget.
     *
     * @param mu at least 0
     * @param delta the &delta; at which the second claim is stated, above 0
     * @param perfect a mechanism that loses as much
     */
    static Stated gaussian(double mu, double delta, Optional<PerfectMechanism> perfect) {
        Claim epsilon = mu == 0 ? new Claim(Claim.Kind.EPSILON, 0, 0) : Claim.epsilonOf(mu, delta);
        return new Stated(List.of(new Claim(Claim.Kind.MU, mu, 0), epsilon), perfect);
    }

    /**
     * Claims of a unit that may lose a whole budget, by one number.
     *
     * @param budget the budget
     */
    public static Stated of(Budget budget) {
        if (budget instanceof Budget.Pure pure) {
            double epsilon = pure.epsilon().doubleValue();
            return pure(
                    epsilon, Claim.muOf(epsilon), Optional.of(new PerfectMechanism(Claim.Kind.EPSILON, epsilon, 1)));
        }
        double mu = Math.sqrt(2 * QueryPrice.afford(budget).value().doubleValue());
        return gaussian(
                mu, budget.delta().value().doubleValue(), Optional.of(new PerfectMechanism(Claim.Kind.MU, mu, 1)));
    }

    /**
     * The mechanism where the budget has twice the &epsilon;, so that it shows more by the factor by which the claim grows; empty if nothing may be lost. At a
     * &delta; twice the &epsilon; is less than twice &mu;, and the factor is that of the claim, however little of it the mechanism shows.
     */
    public Optional<PerfectMechanism> doubled() {
        return perfect.map(mechanism -> mechanism.times(factor()));
    }

    private double factor() {
        Claim first = claims.get(0);
        double delta = claims.stream().mapToDouble(Claim::delta).max().orElse(0)
                - keys; // noise is converted without the keys' part
        return first.kind() == Claim.Kind.EPSILON || delta == 0 ? 2 : Claim.twice(first.loss(), delta);
    }
}
