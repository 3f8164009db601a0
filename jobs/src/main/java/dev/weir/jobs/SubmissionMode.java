package dev.weir.jobs;

import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ReadableConfig;

/** What this process has to do with a job after its submission. */
enum SubmissionMode {
    /** The cluster is inside this process: both end together. */
    OWN_CLUSTER,
    /** This process is a client that waits for a job on a cluster, and whose end is not the job's. */
    ATTACHED,
    /** This process, or the cluster's thread that runs the main method, is done once the job is submitted. */
    DETACHED;

    /** The mode that an effective configuration asks for. */
    static SubmissionMode of(ReadableConfig configuration) {
        String target = configuration.get(DeploymentOptions.TARGET);
        if ("local".equalsIgnoreCase(target)) {
            return OWN_CLUSTER;
        }
        // embedded: an application cluster runs the main method, and waits for the job itself
        boolean waits = configuration.get(DeploymentOptions.ATTACHED) && !"embedded".equals(target);
        return waits ? ATTACHED : DETACHED;
    }
}
