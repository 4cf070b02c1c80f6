/** How the concurrency limiter of an event loop is doing. */
export interface ConcurrencyStats {
  /** Tasks that may run at once. */
  readonly limit: number;
  /** Tasks that run. One more than `limit` when a small one runs beside long ones. */
  readonly active: number;
  /** Cancelled tasks whose native work has not come to its end yet. They hold their places until then. */
  readonly draining: number;
  /** Tasks that wait for a place. */
  readonly queued: number;
  /** The most that ever waited at once. */
  readonly peakQueued: number;
  /** Calls that were refused with `ERR_QUEUE_FULL`. */
  readonly rejected: number;
}
