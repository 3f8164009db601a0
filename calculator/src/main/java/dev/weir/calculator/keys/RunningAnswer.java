package dev.weir.calculator.keys;

import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.selection.keys.Examinations;
import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.calculator.question.Answer;
import java.util.List;

/**
 * The answer about thresholds of running totals: the noise, and thresholds at the first, the middle and the last examination.
 *
 * @param thresholds the thresholds of one key's series
 * @param keys the number of keys of a series that a unit contributes to
 */
record RunningAnswer(RunningThresholds thresholds, long keys) {

    static final List<String> COLUMNS = List.of(
            "mu",
            "sensitivity",
            "rounding",
            "sigma",
            "examinations",
            "delta_of_an_examination",
            "z",
            "first",
            "std_first",
            "threshold_first",
            "middle",
            "std_middle",
            "threshold_middle",
            "std_last",
            "slack_last",
            "threshold_last_exact",
            "threshold_last",
            "lone_bound",
            "units50_last",
            "units95_last");

    Answer answer(Amount share) {
        BltNoise noise = thresholds.noise();
        Examinations examinations = thresholds.examinations();
        long last = examinations.last();
        Answer answer = new Answer()
                .with("mu", Math.sqrt(2 * share.value().doubleValue()))
                .with("sensitivity", Math.sqrt(noise.blt().sensitivitySquared(last)))
                .with("rounding", noise.perKey())
                .with("sigma", noise.sigma())
                .with("examinations", examinations.count())
                .with("delta_of_an_examination", examinations.delta(last))
                .with("z", examinations.quantile(last));
        atStep(answer, "first", examinations.from(1));
        atStep(answer, "middle", examinations.from((last + 1) / 2));
        return atLast(answer, last);
    }

    private void atStep(Answer answer, String name, long step) {
        answer.with(name, step)
                .with("std_" + name, thresholds.deviation(step))
                .with("threshold_" + name, thresholds.at(step));
    }

    private Answer atLast(Answer answer, long last) {
        return answer.with("std_last", thresholds.deviation(last))
                .with("slack_last", thresholds.noise().roundingSlack(last))
                .with("threshold_last_exact", thresholds.exact(last))
                .with("threshold_last", thresholds.at(last))
                .with("lone_bound", keys * thresholds.loneBound())
                .with("units50_last", thresholds.unitsFor(last, KeyOptions.EVEN))
                .with("units95_last", thresholds.unitsFor(last, KeyOptions.LIKELY));
    }
}
