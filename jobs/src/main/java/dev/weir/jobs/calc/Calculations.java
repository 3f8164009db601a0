package dev.weir.jobs.calc;

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
