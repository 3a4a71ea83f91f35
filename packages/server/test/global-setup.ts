/** Runs once before the server's tests. */
export default function setup(): void {}
