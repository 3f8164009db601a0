package dev.weir.calculator.block;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.aggregate.vector.VectorSum;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The calculation {@code vector}: the noise and the error of a sum of bounded vectors. */
public final class VectorCalculation {

    private static final Option<Integer> DIMENSION = Option.small("dimension", "how many numbers a vector has");
    private static final Option<Ratio> BOUND =
            Option.of("bound", Kind.RATIO, "the largest length, or the largest coordinate in size, in value units");
    private static final Option<BigDecimal> GRID = Option.of(
                    "grid", Kind.DECIMAL, "the value of one step, the usual one if not given")
            .in(Range.ABOVE_0);

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "vector",
                            "The noise of a sum of vectors that are bounded in l2 (gaussian), or each coordinate of which is (laplace).")
                    .with(BlockNoise.LAW, DIMENSION, BOUND, GRID, BlockNoise.PRICE)
                    .answering("c_steps_or_c_squared", "scale_or_sigma_squared", "std_per_coordinate", "rms_l2_error")
                    .example("--law gaussian --dimension 384 --bound 1 --grid 0.001 --price 0.5"),
            VectorCalculation::answer);

    private VectorCalculation() {}

    private static Answer answer(Arguments arguments) {
        Norm norm = BlockNoise.norm(arguments);
        int dimension = arguments.get(DIMENSION);
        BigDecimal most = arguments.get(BOUND).toBigDecimal();
        BigDecimal grid = arguments.find(GRID).orElseGet(() -> VectorSum.usualGrid(most, Math.max(1, dimension)));
        BigInteger size = sum(norm, dimension, most, grid).fullSize(norm);
        BlockNoise noise = BlockNoise.priced(norm, size, arguments);
        double stddev = noise.noise().stddev() * grid.doubleValue();
        return new Answer()
                .with("c_steps_or_c_squared", size.toString())
                .with("scale_or_sigma_squared", noise.scale().toString())
                .with("std_per_coordinate", stddev)
                .with("rms_l2_error", stddev * Math.sqrt(dimension));
    }

    private static VectorSum sum(Norm norm, int dimension, BigDecimal most, BigDecimal grid) {
        try {
            LengthBound bound = new LengthBound(norm == Norm.L1 ? Length.LINF : Length.L2, most);
            return new VectorSum("vector", BigDecimal.ONE, grid, dimension, bound);
        } catch (IllegalArgumentException e) {
            throw DIMENSION.invalid(String.valueOf(e.getMessage()));
        }
    }
}
