/** A tool of others that looks for breaches of an OpenAPI document. */
export interface Peer {
  name: string
  /** What it finds wrong with the server behind the address, as texts that are alike for like findings. */
  findings: (url: string, token: string) => Promise<string[]>
  stop: () => void
}
