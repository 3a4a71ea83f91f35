/** What is read of the data; the types that TypeScript would make of the file itself are as large as the file. */
declare module 'caniemail/caniemail.json' {
  type Names = Record<string, string>
  export type Feature = {
    slug: string
    title: string
    description: string | null
    url: string
    test_url: string
    category: string
    tags: string[]
    /** Says by family of clients, platform and version, such as "a #1 #2". */
    stats: Record<string, Record<string, Record<string, string>>>
    notes_by_num: Names | null
  }
  const caniemail: {
    last_update_date: string
    nicenames: { family: Names; platform: Names }
    data: Feature[]
  }
  export default caniemail
}
