package dev.weir.calculator.series;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.SquareRootToeplitz;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;

/**
 * The standard deviation of a window that is the difference of two totals of one series: the total at the step that is asked for, and the
 * total as many steps before it as the window has. The total before the first step is 0.
 *
 * @param width how many steps the window has; 0 if no window is asked for
 * @param step the last step of the window
 */
record WindowError(long width, long step) {

    /** How many steps a window has. */
    static final Option<Long> WINDOW = SeriesColumns.count(
                    "window",
                    "with at, of blt, anytime, increment, recompute and sqrt: how many steps a window has that ends there, a"
                            + " difference of two totals; noise of blt is then tuned for its steps, whatever the horizon",
                    1)
            .held("steps");

    private static final double LAPLACE_VARIANCE = 2;

    /**
     * The window that is asked for.
     *
     * @param arguments the options given
     * @param at the step that is asked for; 0 if none is
     * @throws dev.weir.calculator.question.InvalidOption if the window is longer than the series is by then
     */
    static WindowError of(Arguments arguments, long at) {
        long width = arguments.find(WINDOW).orElse(0L);
        if (width > at) {
            throw WINDOW.invalid(
                    at == 0 ? "must be given with at" : "must be at most at, which is " + at + ", was " + width);
        }
        return new WindowError(width, at);
    }

    /** Adds what noise of a buffered linear Toeplitz factorisation leaves in the window. */
    Answer of(Blt blt, double sensitivity, Answer answer) {
        return width == 0
                ? answer
                : answer.with("std_window", sensitivity * Math.sqrt(blt.windowVariance(width, step)));
    }

    /** Adds what noise of the mechanism increment, recompute or sqrt leaves in the window. */
    Answer of(String mechanism, boolean laplace, double sensitivity, Answer answer) {
        if (width == 0) {
            return answer;
        }
        double noise = laplace ? Math.sqrt(LAPLACE_VARIANCE) * sensitivity : sensitivity;
        return answer.with("std_window", noise * Math.sqrt(variance(mechanism)));
    }

    private double variance(String mechanism) {
        return switch (mechanism) {
            case "increment" -> width;
            case "recompute" -> width == step ? 1 : 2;
            default -> SquareRootToeplitz.windowVariance(width, step);
        };
    }
}
