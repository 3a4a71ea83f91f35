/** An account keeps its address until the one it is to move to is proven. */
export function pendingAddresses(): string[] {
  return ['alter table users add column pending_email text']
}
