package dev.weir.calculator;

import dev.weir.calculator.block.EstimateCalculation;
import dev.weir.calculator.block.HistogramCalculation;
import dev.weir.calculator.block.LearnCalculation;
import dev.weir.calculator.block.MomentsCalculation;
import dev.weir.calculator.block.RatioCalculation;
import dev.weir.calculator.block.TreeCalculation;
import dev.weir.calculator.block.TreeErrorCalculation;
import dev.weir.calculator.block.TreeSolveCalculation;
import dev.weir.calculator.block.VectorCalculation;
import dev.weir.calculator.draw.ChoosePriceCalculation;
import dev.weir.calculator.draw.LearntClampCalculation;
import dev.weir.calculator.draw.SelectAmongCalculation;
import dev.weir.calculator.keys.SelectCalculation;
import dev.weir.calculator.loss.BudgetCalculation;
import dev.weir.calculator.loss.ComposeCalculation;
import dev.weir.calculator.loss.ConvertCalculation;
import dev.weir.calculator.loss.DeltaCalculation;
import dev.weir.calculator.loss.EpsilonCalculation;
import dev.weir.calculator.loss.NoiseCalculation;
import dev.weir.calculator.loss.RdpCalculation;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.series.RunningCalculation;
import dev.weir.calculator.series.SlidingCalculation;
import dev.weir.calculator.vote.DeniabilityCalculation;
import dev.weir.calculator.vote.VoteCalculation;
import java.util.List;

/** Every calculation of this version. */
final class Calculations {

    private Calculations() {}

    static List<Calculation> all() {
        return List.of(
                new EpsilonCalculation(),
                new DeltaCalculation(),
                new RdpCalculation(),
                new ConvertCalculation(),
                new BudgetCalculation(),
                new NoiseCalculation(),
                new ComposeCalculation(),
                new SelectCalculation(),
                new RunningCalculation(),
                new SlidingCalculation(),
                new VoteCalculation(),
                new DeniabilityCalculation(),
                new MomentsCalculation(),
                new EstimateCalculation(),
                new RatioCalculation(),
                new HistogramCalculation(),
                new VectorCalculation(),
                new LearnCalculation(),
                new TreeCalculation(),
                new TreeErrorCalculation(),
                new TreeSolveCalculation(),
                new ChoosePriceCalculation(),
                new SelectAmongCalculation(),
                new LearntClampCalculation());
    }
}
