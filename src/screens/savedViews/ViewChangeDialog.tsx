/** What becomes of a view is told when it has, and nothing is asked before (WF-02). */
export default function ViewChangeDialog() {
  return null
}
