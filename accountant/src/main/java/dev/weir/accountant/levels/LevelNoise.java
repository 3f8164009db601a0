package dev.weir.accountant.levels;

/** How exact the rows of levels are: what is drawn for their nodes and what is published. All numbers are in grid steps. */
public interface LevelNoise {

    /** The shape of the levels. */
    LevelShape shape();

    /**
     * Whether the nodes of a level have noise of their own.
     *
     * @param level the index of the level, from 0
     */
    boolean isMeasured(int level);

    /**
     * The variances of the drawn numbers, by level; NaN for levels that are not measured. In series they are those of the noisy totals of a step.
     *
     * @param aggregate the index of the aggregate, from 0
     * @param step the step of the series, at least 1; ignored if every window has independent noise
     */
    double[] drawn(int aggregate, long step);

    /**
     * The standard deviations of the published values of all nodes, level by level.
     *
     * @param aggregate the index of the aggregate, from 0
     * @param step the step of the series, at least 1; ignored if every window has independent noise
     */
    double[] published(int aggregate, long step);
}
