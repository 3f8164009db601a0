package dev.weir.jobs.submission;

import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ReadableConfig;

/** The relation of this process to the job after its submission. */
enum SubmissionMode {
    /** The cluster is inside this process, and both end together. */
    OWN_CLUSTER,
    /**
     * This process is a client that waits for the end of a job on a cluster. The job continues if the client ends.
     */
    ATTACHED,
    /**
     * This process, or the cluster's thread that runs the main method, ends once the job is submitted. The job
     * continues.
     */
    DETACHED;

    /** Returns the mode for an effective configuration. */
    static SubmissionMode of(ReadableConfig configuration) {
        String target = configuration.get(DeploymentOptions.TARGET);
        if ("local".equalsIgnoreCase(target)) {
            return OWN_CLUSTER;
        }
        // target "embedded": an application cluster runs this main method, and waits for the job itself
        boolean waits = configuration.get(DeploymentOptions.ATTACHED) && !"embedded".equals(target);
        return waits ? ATTACHED : DETACHED;
    }
}
