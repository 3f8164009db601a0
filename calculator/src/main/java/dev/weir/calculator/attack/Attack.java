package dev.weir.calculator.attack;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.calculator.question.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An attack on one person's secret bit, by somebody who knows all other people. The bit is fair, so guessing without any release succeeds
 * half the time. Without noise an attack always succeeds unless its description says otherwise.
 *
 * <p>Rates are those of the attacks as described, which compare a mean with a threshold. Against fresh noise a likelihood ratio of all
 * releases would be somewhat better.
 */
enum Attack {

    /**
     * The difference of two counts, of a set with the person and without. Fresh noise is drawn for both each time that one asks. In Weir both
     * queries share one account, half each, and asking again returns the same rows. Whoever knows all others needs only the first of the two.
     */
    TRACKER {
        @Override
        Success fresh(Setting setting) {
            long times = setting.get(Setting.TIMES);
            return Success.without(new LaplaceGuess(setting.get(Setting.EPSILON), 2 * times).success(times));
        }

        @Override
        Success weir(Setting setting) {
            double epsilon = setting.get(Setting.EPSILON);
            return Success.within(Success.pure(epsilon), new LaplaceGuess(epsilon / 2, 2).success(1));
        }

        @Override
        Success weirKnowingOthers(Setting setting) {
            double epsilon = setting.get(Setting.EPSILON);
            return Success.within(Success.pure(epsilon), Success.pure(epsilon / 2));
        }
    },

    /** The mean of many answers to one question. In Weir they share the budget. */
    AVERAGING {
        @Override
        Success fresh(Setting setting) {
            return repeated(setting, setting.get(Setting.TIMES));
        }

        @Override
        Success weir(Setting setting) {
            double epsilon = setting.get(Setting.EPSILON);
            long times = setting.get(Setting.TIMES);
            return Success.within(Success.pure(epsilon), new LaplaceGuess(epsilon / times, times).success(times));
        }
    },

    /** The mean over all windows that contain a record. In Weir each pane has noise once, whatever windows are made of it. */
    SLIDING_WINDOWS {
        @Override
        Success fresh(Setting setting) {
            return repeated(setting, setting.get(Setting.PANES));
        }

        @Override
        Success weir(Setting setting) {
            return once(setting);
        }
    },

    /**
     * The inner product of a person's d values, each 1 or -1, with d released sums of n people. By the central limit theorem it tells a member
     * as two normal laws are told apart whose means are d and whose variances are d (n + sigma&sup2;), where sigma is the deviation of the
     * noise: 0, or that of Laplace noise in each column, or in Weir &radic;d / mu in all columns for one price.
     */
    MEMBERSHIP {
        @Override
        Success raw(Setting setting) {
            return Success.without(member(setting, 0));
        }

        @Override
        Success fresh(Setting setting) {
            double scale = 1 / setting.get(Setting.EPSILON);
            return Success.without(member(setting, 2 * scale * scale));
        }

        @Override
        Success weir(Setting setting) {
            double mu = GaussianCurve.mu(setting.get(Setting.EPSILON), setting.get(Setting.DELTA));
            return Success.within(Success.normal(mu), member(setting, setting.get(Setting.COLUMNS) / mu / mu));
        }

        private double member(Setting setting, double variance) {
            return Success.normal(Math.sqrt(setting.get(Setting.COLUMNS) / (setting.get(Setting.PEOPLE) + variance)));
        }
    },

    /** The mean of a window's values after each restore of an old savepoint. Weir publishes the same bytes again, or refuses to start. */
    RESTART {
        @Override
        Success fresh(Setting setting) {
            return repeated(setting, setting.get(Setting.RESTORES));
        }

        @Override
        Success weir(Setting setting) {
            return once(setting);
        }
    },

    /**
     * The count of one of c cells, by somebody who knows none of the other n people, each of whom is in one cell by chance. Without
     * declared keys the cell has a row if and only if somebody is in it, so noise in the row does not matter. One is deceived only if there
     * is somebody else, and then half the time: the rate is 1/2 + (1 - 1/c)<sup>n</sup>/2. In Weir every declared cell has a row, and one
     * compares its noisy count with 1/2. With K others and noise L one is right with probability (1 + P(L = K))/2; the mean over K is
     * 1/2 + tanh(&epsilon;/2) (1 - (1 - e<sup>-&epsilon;</sup>)/c)<sup>n</sup>/2.
     */
    LINKAGE {
        @Override
        Success raw(Setting setting) {
            return Success.without(found(setting, 1, 1));
        }

        @Override
        Success fresh(Setting setting) {
            return raw(setting);
        }

        @Override
        Success weir(Setting setting) {
            double epsilon = setting.get(Setting.EPSILON);
            double rate = found(setting, Math.tanh(epsilon / 2), -StrictMath.expm1(-epsilon));
            return Success.within(Success.pure(epsilon), rate);
        }

        private double found(Setting setting, double alone, double hidden) {
            double others = setting.get(Setting.PEOPLE);
            return (1 + alone * StrictMath.exp(others * StrictMath.log1p(-hidden / setting.get(Setting.CELLS)))) / 2;
        }
    },

    /**
     * One person's bit in a table that is reconstructed by least squares from the answers to many questions, each of which counts about
     * half of the people. In Weir the questions share the budget.
     */
    RECONSTRUCTION {
        @Override
        Success fresh(Setting setting) {
            return Success.without(law(setting).success(setting.get(Setting.EPSILON)));
        }

        @Override
        Success weir(Setting setting) {
            double epsilon = setting.get(Setting.EPSILON);
            double share = epsilon / setting.get(Setting.QUESTIONS);
            return Success.within(Success.pure(epsilon), law(setting).success(share));
        }

        private ReconstructionLaw law(Setting setting) {
            return new ReconstructionLaw(
                    Math.toIntExact(setting.get(Setting.PEOPLE)), Math.toIntExact(setting.get(Setting.QUESTIONS)));
        }
    },

    /**
     * Whether a record is among those from which a regression was computed: its error is small for members. Fresh noise is drawn for each
     * weight whenever the weights are published. Weir's weights come from noisy moments; the rate against them has no formula here.
     */
    REGRESSION {
        @Override
        Success raw(Setting setting) {
            return Success.without(law(setting).success(0));
        }

        @Override
        Success fresh(Setting setting) {
            double scale = setting.get(Setting.SCALE);
            return Success.without(law(setting).success(2 * scale * scale / setting.get(Setting.TIMES)));
        }

        @Override
        Success weir(Setting setting) {
            double mu = GaussianCurve.mu(setting.get(Setting.EPSILON), setting.get(Setting.DELTA));
            return Success.atMost(Success.normal(mu));
        }

        private RegressionLaw law(Setting setting) {
            return new RegressionLaw(setting.get(Setting.FEATURES), setting.get(Setting.PEOPLE));
        }
    },

    /**
     * The count of a row that covers k people, all of whom look alike, by somebody who knows the bits of some of the others. Fresh noise is
     * drawn each time that the row is published.
     */
    K_ANONYMITY {
        @Override
        Success raw(Setting setting) {
            return Success.without(law(setting).exact());
        }

        @Override
        Success fresh(Setting setting) {
            return Success.without(law(setting).noisy(setting.get(Setting.EPSILON), setting.get(Setting.TIMES)));
        }

        @Override
        Success weir(Setting setting) {
            double epsilon = setting.get(Setting.EPSILON);
            return Success.within(Success.pure(epsilon), law(setting).noisy(epsilon, 1));
        }

        private GroupLaw law(Setting setting) {
            long known = setting.get(Setting.KNOWN);
            return new GroupLaw(Math.toIntExact(setting.get(Setting.PEOPLE, known + 1) - 1 - known));
        }
    };

    /** Reads the name of an attack. */
    static final Kind<Attack> KIND = new Kind<>(
            "one of " + Arrays.stream(values()).map(Attack::word).collect(Collectors.joining(", ")), Attack::of);

    private String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Attack of(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
        return Arrays.stream(values())
                .filter(attack -> attack.word().equals(plain))
                .findFirst()
                .orElseThrow(() -> new NumberFormatException(text));
    }

    /** The success against exact values. */
    Success raw(Setting setting) {
        return Success.without(1);
    }

    /** The success against fresh noise each time. */
    abstract Success fresh(Setting setting);

    /** The success against Weir. */
    abstract Success weir(Setting setting);

    /** The success against Weir, where the attacker uses that he knows all others. */
    Success weirKnowingOthers(Setting setting) {
        return weir(setting);
    }

    /** The mean of a value with fresh noise {@code times} times. */
    private static Success repeated(Setting setting, long times) {
        return Success.without(new LaplaceGuess(setting.get(Setting.EPSILON), times).success(times));
    }

    /** One value with noise, once. */
    private static Success once(Setting setting) {
        double bound = Success.pure(setting.get(Setting.EPSILON));
        return Success.within(bound, bound);
    }
}
