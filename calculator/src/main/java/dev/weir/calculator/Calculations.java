package dev.weir.calculator;

import dev.weir.calculator.attack.AttackCalculation;
import dev.weir.calculator.block.EstimateCalculation;
import dev.weir.calculator.block.HistogramCalculation;
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
import dev.weir.calculator.keys.SelectRunningCalculation;
import dev.weir.calculator.keys.SelectWeightCalculation;
import dev.weir.calculator.keys.SelectWindowCalculation;
import dev.weir.calculator.learn.LearnCalculation;
import dev.weir.calculator.levels.LevelsCalculation;
import dev.weir.calculator.levels.LevelsSolveCalculation;
import dev.weir.calculator.local.LocalCalculation;
import dev.weir.calculator.local.LocalMeanCalculation;
import dev.weir.calculator.local.ShuffleCalculation;
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
import dev.weir.calculator.time.WindowCalculation;
import dev.weir.calculator.vote.DeniabilityCalculation;
import dev.weir.calculator.vote.VoteCalculation;
import java.util.List;

/** The list of all calculations. */
final class Calculations {

    /** All calculations in the order of the help. The help shows the example of the first one. */
    static final List<Calculation> ALL = List.of(
            EpsilonCalculation.CALCULATION,
            DeltaCalculation.CALCULATION,
            RdpCalculation.CALCULATION,
            ConvertCalculation.CALCULATION,
            BudgetCalculation.CALCULATION,
            NoiseCalculation.CALCULATION,
            ComposeCalculation.CALCULATION,
            SelectCalculation.CALCULATION,
            SelectWindowCalculation.CALCULATION,
            SelectRunningCalculation.CALCULATION,
            SelectWeightCalculation.CALCULATION,
            RunningCalculation.CALCULATION,
            SlidingCalculation.CALCULATION,
            WindowCalculation.CALCULATION,
            VoteCalculation.CALCULATION,
            DeniabilityCalculation.CALCULATION,
            MomentsCalculation.CALCULATION,
            EstimateCalculation.CALCULATION,
            RatioCalculation.CALCULATION,
            HistogramCalculation.CALCULATION,
            VectorCalculation.CALCULATION,
            LearnCalculation.CALCULATION,
            TreeCalculation.CALCULATION,
            TreeErrorCalculation.CALCULATION,
            TreeSolveCalculation.CALCULATION,
            LevelsCalculation.CALCULATION,
            LevelsSolveCalculation.CALCULATION,
            ChoosePriceCalculation.CALCULATION,
            SelectAmongCalculation.CALCULATION,
            LearntClampCalculation.CALCULATION,
            LocalCalculation.CALCULATION,
            LocalMeanCalculation.CALCULATION,
            ShuffleCalculation.CALCULATION,
            AttackCalculation.CALCULATION);

    private Calculations() {}
}
