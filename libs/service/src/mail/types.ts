export interface MailRecipient {
  /** Empty when only the address is known. */
  name: string;
  /** As `readAddress` returns it. */
  address: string;
}

export interface MailContent {
  subject: string;
  html: string;
  text: string;
}
