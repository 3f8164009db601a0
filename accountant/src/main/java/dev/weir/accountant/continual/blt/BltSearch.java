package dev.weir.accountant.continual.blt;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The search for the parameters of a {@link Blt} over unconstrained variables: logits of the decays theta<sub>1</sub>,
 * theta&#770;<sub>1</sub>, theta<sub>2</sub>, ..., each below the previous one by at least 0.02, so that at every point of the search the
 * decays interlace.
 */
final class BltSearch {

    private static final double LEAST_GAP = 0.02;
    private static final double LEAST_START_GAP = 1e-3;

    /**
     * The largest logit of a decay, 1 - 1.3e-14. Over 2<sup>26</sup> steps, the most that a series has, its powers differ from 1 by less
     * than 10<sup>-6</sup>.
     */
    private static final double LARGEST_LOGIT = 32;

    private static final double LOWEST_LOGIT = -32;

    private final List<ToDoubleFunction<Blt>> losses;
    private double[] best = {};
    private double least = Double.POSITIVE_INFINITY;

    BltSearch(ToDoubleFunction<Blt> loss) {
        this(List.of(loss));
    }

    /**
     * Searches for the minimum of several losses in turn. The search with each loss starts at the result of the search
     * before.
     *
     * @param losses the losses; the result minimises the last one
     */
    BltSearch(List<ToDoubleFunction<Blt>> losses) {
        this.losses = losses;
    }

    /**
     * Searches from logits at equal distances from {@code first} to {@code last}. The range is widened downwards until
     * the logits lie far enough apart for a finite loss.
     */
    BltSearch from(int buffers, double first, double last) {
        double lowest = last;
        double[] variables = evenly(buffers, first, lowest);
        while (!Double.isFinite(losses.get(0).applyAsDouble(candidate(variables))) && lowest > LOWEST_LOGIT) {
            lowest--;
            variables = evenly(buffers, first, lowest);
        }
        return improve(variables);
    }

    private static double[] evenly(int buffers, double first, double last) {
        double[] variables = new double[2 * buffers];
        Arrays.fill(variables, gap((first - last) / (2 * buffers - 1)));
        variables[0] = first;
        return variables;
    }

    /** Searches again, from the best parameters found so far with one more buffer, whose decays lie below all others. */
    BltSearch grow() {
        double[] variables = Arrays.copyOf(best, best.length + 2);
        Arrays.fill(variables, best.length, variables.length, gap(1));
        least = Double.POSITIVE_INFINITY;
        return improve(variables);
    }

    /** The value of the search variable for a given distance of two logits. */
    private static double gap(double distance) {
        return StrictMath.log(StrictMath.expm1(Math.max(distance - LEAST_GAP, LEAST_START_GAP)));
    }

    private BltSearch improve(double[] start) {
        double[] found = start;
        double value = Double.POSITIVE_INFINITY;
        for (ToDoubleFunction<Blt> loss : losses) {
            found = Bfgs.minimize(variables -> loss.applyAsDouble(candidate(variables)), found);
            value = loss.applyAsDouble(candidate(found));
        }
        if (value < least) {
            least = value;
            best = found;
        }
        return this;
    }

    /** The best factorisation found from all starts. */
    Blt best() {
        return candidate(best).rounded();
    }

    private static Blt candidate(double[] variables) {
        double[] eta = new double[variables.length / 2];
        double[] etaHat = new double[variables.length / 2];
        double logit = Math.min(variables[0], LARGEST_LOGIT);
        for (int i = 0; i < variables.length; i++) {
            if (i > 0) {
                logit -= LEAST_GAP + softplus(variables[i]);
            }
            double complement = 1 / (1 + StrictMath.exp(logit));
            (i % 2 == 0 ? eta : etaHat)[i / 2] = complement;
        }
        return Blt.interlaced(eta, etaHat);
    }

    private static double softplus(double x) {
        return x > 30 ? x : StrictMath.log1p(StrictMath.exp(x));
    }
}
