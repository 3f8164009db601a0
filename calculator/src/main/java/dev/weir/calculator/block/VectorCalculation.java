package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.aggregate.vector.VectorSum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/** How accurate a sum of bounded vectors is. */
final class VectorCalculation extends Calculation {

    VectorCalculation() {
        super(
                "vector",
                "The noise of a sum of vectors that are bounded in l2 (gaussian), or each coordinate of which is (laplace).",
                BlockNoise.law(),
                Option.of("dimension", "how many numbers a vector has"),
                Option.of("bound", "the largest length, or the largest coordinate in size, in value units"),
                Option.of("grid", "the value of one step; if not given, the usual one"),
                Option.of("price", "of a full-size record, in the currency of the noise"));
    }

    @Override
    String example() {
        return "--law gaussian --dimension 384 --bound 1 --grid 0.001 --price 0.5";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("c_steps_or_c_squared", "scale_or_sigma_squared", "std_per_coordinate", "rms_l2_error");
    }

    @Override
    Answer answer(Arguments arguments) {
        Norm norm = BlockNoise.norm(arguments);
        int dimension = arguments.small("dimension");
        BigDecimal most = BlockNoise.ratio("bound", arguments).toBigDecimal();
        BigDecimal grid = arguments.has("grid")
                ? BlockNoise.decimal("grid", arguments)
                : VectorSum.usualGrid(most, Math.max(1, dimension));
        if (grid.signum() <= 0) {
            throw new InvalidOption("grid", "must be above 0, was " + grid);
        }
        BigInteger size = sum(norm, dimension, most, grid).fullSize(norm);
        BlockNoise noise = BlockNoise.forPrice(norm, size, BlockNoise.ratio("price", arguments), "price");
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
            throw new InvalidOption("dimension", String.valueOf(e.getMessage()));
        }
    }
}
